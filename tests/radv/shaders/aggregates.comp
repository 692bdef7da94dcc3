#version 450
// Arrays, structs in structs, matrices, indexed by constants and by values of the run; one too large for registers.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Floats { float floats[]; };

struct Inner {
    vec3 position;
    float weight;
};
struct Outer {
    Inner inner[2];
    mat3 turn;
    bool live;
    ivec2 tag;
};

float table[80];

float walk(Outer o, int which) {
    float sum = 0.0;
    for (int k = 0; k < 2; k++) {
        Inner one = o.inner[k];
        sum += dot(one.position, o.turn[which]) * one.weight;
    }
    return sum;
}

void main() {
    int i = int(gl_GlobalInvocationID.x);
    Outer o;
    o.inner[0].position = vec3(float(i), 2.0, 3.0);
    o.inner[0].weight = 0.5;
    o.inner[1] = Inner(vec3(1.0, float(i) * 0.25, -1.0), 2.0);
    o.turn = mat3(1.0);
    o.turn[1] = vec3(0.5, 0.25, float(i));
    o.live = (i & 1) == 0;
    o.tag = ivec2(i, -i);
    float history[6];
    for (int k = 0; k < 6; k++) {
        history[k] = float(k * i);
    }
    for (int k = 0; k < 80; k++) {
        table[k] = float(k) * 0.5;
    }
    table[3] = 7.0;
    float fixed_sum[3] = float[3](1.0, 2.0, float(i));
    fixed_sum[1] += fixed_sum[2];
    float result = walk(o, i % 3);
    result += history[i % 6] + table[i % 80] + fixed_sum[1];
    if (o.live)
        result += float(o.tag.x - o.tag.y);
    floats[i] = result;
}
