// SPDX-License-Identifier: MIT
// Sizes and numbers of levels of images of every kind.
// groups: 2 1 1
// features: image-levels image-dimensions
// input: uint 4096
// output: uint 128
// image: sampled r8 1d 37 levels=6
// image: sampled r8 2d 50x31 levels=6
// image: sampled r8 3d 20x30x9 levels=5
// image: sampled r8 cube 24x24 layers=6 levels=3
// image: sampled r8 2darray 18x9 layers=7 levels=2
// image: sampled r8 cubearray 8x8 layers=12
#version 460

layout(local_size_x = 4, local_size_y = 1) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3) uniform sampler1D line;
layout(set = 0, binding = 4) uniform sampler2D plane;
layout(set = 0, binding = 5) uniform sampler3D volume;
layout(set = 0, binding = 6) uniform samplerCube cube;
layout(set = 0, binding = 7) uniform sampler2DArray layers;
layout(set = 0, binding = 8) uniform samplerCubeArray cubes;

void main() {
    // The same level for all invocations: lavapipe asks for the first one's only.
    int level = int(gl_WorkGroupID.x);
    ivec3 volume_size = textureSize(volume, level), layer_size = textureSize(layers, level), cubes_size = textureSize(cubes, 0);
    ivec2 plane_size = textureSize(plane, level), cube_size = textureSize(cube, level);
    int values[16] = int[](textureSize(line, level), plane_size.x, plane_size.y, volume_size.x, volume_size.y, volume_size.z, cube_size.x,
        cube_size.y, layer_size.x, layer_size.y, layer_size.z, cubes_size.z, textureQueryLevels(line), textureQueryLevels(plane),
        textureQueryLevels(volume), textureQueryLevels(cube));
    for (int k = 0; k < 16; ++k) dst.words[gl_GlobalInvocationID.x * 16u + uint(k)] = uint(values[k]);
}
