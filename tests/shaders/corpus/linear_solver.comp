// SPDX-License-Identifier: MIT
// Solves 5 × 5 systems by elimination with pivots, in arrays that are indexed by variables; each is diagonally strong.
// groups: 1 1 1
// features: array scratch nested-loops continue out-parameter by-value divergent-if
// input: float 1024
// output: float 512
// tolerance: relative 1e-3
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

const int N = 5;

struct System {
    float rows[N][N];
    float right[N];
};

System make_system(uint seed) {
    System system;
    for (int r = 0; r < N; ++r) {
        for (int c = 0; c < N; ++c) {
            uint at = (seed * 13u + uint(r * N + c) * 7u) & 1023u;
            system.rows[r][c] = src.words[at] * 0.25;
        }
        system.right[r] = src.words[(seed + uint(r) * 101u) & 1023u];
    }
    return system;
}

void strengthen(inout System system) {
    for (int k = 0; k < N; ++k) {
        int column = (k + 2) % N;
        system.rows[k][column] += 6.0;
    }
}

int pivot_row(const System system, int column) {
    int best = column;
    float largest = abs(system.rows[column][column]);
    for (int r = column + 1; r < N; ++r) {
        float size = abs(system.rows[r][column]);
        if (size <= largest) {
            continue;
        }
        largest = size;
        best = r;
    }
    return best;
}

void swap_rows(inout System system, int a, int b) {
    if (a == b) {
        return;
    }
    for (int c = 0; c < N; ++c) {
        float kept = system.rows[a][c];
        system.rows[a][c] = system.rows[b][c];
        system.rows[b][c] = kept;
    }
    float kept = system.right[a];
    system.right[a] = system.right[b];
    system.right[b] = kept;
}

void eliminate(inout System system, out int swaps) {
    swaps = 0;
    for (int column = 0; column < N; ++column) {
        int pivot = pivot_row(system, column);
        if (pivot != column) {
            ++swaps;
        }
        swap_rows(system, column, pivot);
        for (int r = column + 1; r < N; ++r) {
            float factor = system.rows[r][column] / system.rows[column][column];
            for (int c = column; c < N; ++c) {
                system.rows[r][c] -= factor * system.rows[column][c];
            }
            system.right[r] -= factor * system.right[column];
        }
    }
}

void substitute(const System system, out float x[N]) {
    for (int r = N - 1; r >= 0; --r) {
        float sum = system.right[r];
        for (int c = r + 1; c < N; ++c) {
            sum -= system.rows[r][c] * x[c];
        }
        x[r] = sum / system.rows[r][r];
    }
}

float residual(const System system, const float x[N]) {
    float worst = 0.0;
    for (int r = 0; r < N; ++r) {
        float sum = -system.right[r];
        for (int c = 0; c < N; ++c) {
            sum += system.rows[r][c] * x[c];
        }
        worst = max(worst, abs(sum));
    }
    return worst;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    System system = make_system(i);
    strengthen(system);
    System first = system;
    int swaps;
    eliminate(system, swaps);
    float x[N];
    substitute(system, x);
    for (int k = 0; k < N; ++k) {
        dst.words[8u * i + uint(k)] = x[k];
    }
    dst.words[8u * i + 5u] = residual(first, x);
    dst.words[8u * i + 6u] = float(swaps);
    dst.words[8u * i + 7u] = system.rows[0][0];
}
