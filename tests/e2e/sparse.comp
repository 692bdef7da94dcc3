// SPDX-License-Identifier: MIT
#version 460
// Each workgroup has one page of the sparse buffer. Invocation 0 has the page's first word, 1 one in its middle, 2 its
// last. `write` stores page * 4 + invocation + salt there; else the words go to `seen`.
layout(local_size_x = 3) in;
layout(binding = 0) buffer Sparse {
    uint words[];
};
layout(binding = 1) buffer Seen {
    uint seen[];
};
layout(push_constant) uniform Constants {
    uint page_words, write, salt;
};

void main() {
    uint page = gl_WorkGroupID.x, place = gl_LocalInvocationIndex;
    uint at = page * page_words + (place == 0 ? 0 : place == 1 ? page_words / 2 + 1 : page_words - 1);
    if (write != 0)
        words[at] = page * 4 + place + salt;
    else
        seen[page * 3 + place] = words[at];
}
