// What the shaders of this folder share: 1024 threads in groups of 64 read `source` and write four words each to `result`.
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Result { uint result[]; };
layout(set = 0, binding = 1) readonly buffer Source { uint source[]; };
layout(push_constant) uniform Push { uint count; uint seed; } push;
