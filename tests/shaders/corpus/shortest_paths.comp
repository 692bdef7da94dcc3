// SPDX-License-Identifier: MIT
// Distances from one node in a graph of sixteen, Dijkstra's way, each invocation its own start; a graph in shared memory.
// groups: 2 1 1
// features: shared barrier array scratch nested-loops continue break bool private-global struct
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

const uint NODES = 16u;
const uint FAR = 0xffffffu;

struct Node {
    uint distance;
    uint previous;
    bool done;
};

shared uint weights[NODES * NODES];

Node nodes[NODES];
uint visits;

uint weight_of(uint from, uint to) {
    uint weight = weights[from * NODES + to];
    return (weight & 3u) == 0u ? FAR : weight;
}

void start_at(uint start) {
    for (uint k = 0u; k < NODES; ++k) {
        nodes[k].distance = FAR;
        nodes[k].previous = k;
        nodes[k].done = false;
    }
    nodes[start].distance = 0u;
}

bool nearest_open(out uint nearest) {
    uint least = FAR;
    bool found = false;
    nearest = 0u;
    for (uint k = 0u; k < NODES; ++k) {
        if (nodes[k].done) {
            continue;
        }
        if (nodes[k].distance < least) {
            least = nodes[k].distance;
            nearest = k;
            found = true;
        }
    }
    return found;
}

void relax(uint from) {
    for (uint to = 0u; to < NODES; ++to) {
        uint weight = weight_of(from, to);
        if (weight == FAR || nodes[to].done) {
            continue;
        }
        uint distance = nodes[from].distance + weight;
        if (distance < nodes[to].distance) {
            nodes[to].distance = distance;
            nodes[to].previous = from;
        }
    }
}

uint hops_to(uint node) {
    uint hops = 0u;
    while (nodes[node].previous != node) {
        node = nodes[node].previous;
        ++hops;
        if (hops > NODES) {
            break;
        }
    }
    return hops;
}

void main() {
    uint local = gl_LocalInvocationID.x;
    uint i = gl_GlobalInvocationID.x;
    for (uint k = 0u; k < 4u; ++k) {
        uint at = local * 4u + k;
        weights[at] = src.words[gl_WorkGroupID.x * 256u + at] & 63u;
    }
    barrier();
    uint start = local & (NODES - 1u);
    uint limit = 4u + (local >> 4u) * 4u;
    visits = 0u;
    start_at(start);
    for (uint round = 0u; round < limit; ++round) {
        uint nearest;
        if (!nearest_open(nearest)) {
            break;
        }
        nodes[nearest].done = true;
        ++visits;
        relax(nearest);
    }
    uint sum = 0u;
    uint hops = 0u;
    for (uint k = 0u; k < NODES; ++k) {
        sum = sum * 5u + nodes[k].distance;
        hops += hops_to(k);
    }
    dst.words[4u * i] = sum;
    dst.words[4u * i + 1u] = hops;
    dst.words[4u * i + 2u] = visits;
    dst.words[4u * i + 3u] = nodes[(start + 7u) & (NODES - 1u)].distance;
}
