// SPDX-License-Identifier: MIT
// Structs in structs with arrays, changed member by member and copied whole.
// groups: 4 1 1
// features: struct nested-struct array by-value
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Cell {
    uint key;
    ivec2 offset;
};

struct Row {
    Cell cells[3];
    uint total;
};

struct Table {
    Row rows[2];
    Cell best;
};

uint weigh(const Cell cell) {
    return cell.key + uint(cell.offset.x * cell.offset.y);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    Table table;
    table.best = Cell(0u, ivec2(0));
    for (int r = 0; r < 2; ++r) {
        table.rows[r].total = 0u;
        for (int c = 0; c < 3; ++c) {
            uint word = src.words[(i * 4u + uint(r * 3 + c)) & 1023u];
            Cell cell = Cell(word >> 20u, ivec2(word & 31u, word >> 5u & 31u) - 16);
            table.rows[r].cells[c] = cell;
            table.rows[r].total += weigh(cell);
            if (cell.key > table.best.key) {
                table.best = cell;
            }
        }
    }
    Row swapped = table.rows[0];
    swapped.cells[1] = table.rows[1].cells[2];
    swapped.cells[2].offset.y = 77;
    table.rows[1] = swapped;
    dst.words[4u * i] = table.rows[0].total;
    dst.words[4u * i + 1u] = weigh(table.rows[1].cells[1]) * 3u + weigh(table.rows[1].cells[2]);
    dst.words[4u * i + 2u] = table.best.key;
    dst.words[4u * i + 3u] = uint(table.best.offset.x) << 8u ^ uint(table.best.offset.y);
}
