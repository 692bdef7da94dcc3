#version 460
// More values alive than there are registers: vectors for the vector ones, booleans (a bit for each lane) for the scalar ones.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;

#define VECTOR(n) uvec4 v##n = uvec4(i * 97u + uint(n)) * uvec4(1u, 3u, 5u, 7u)
#define BOOLEAN(n) bool b##n = ((i * 2654435761u) >> (uint(n) & 31u) & 1u) != (uint(n) >> 5)

void main() {
    uint i = gl_GlobalInvocationID.x;
    VECTOR(0); VECTOR(1); VECTOR(2); VECTOR(3); VECTOR(4); VECTOR(5);
    VECTOR(6); VECTOR(7); VECTOR(8); VECTOR(9); VECTOR(10); VECTOR(11);
    VECTOR(12); VECTOR(13); VECTOR(14); VECTOR(15); VECTOR(16); VECTOR(17);
    VECTOR(18); VECTOR(19); VECTOR(20); VECTOR(21); VECTOR(22); VECTOR(23);
    VECTOR(24); VECTOR(25); VECTOR(26); VECTOR(27); VECTOR(28); VECTOR(29);
    VECTOR(30); VECTOR(31); VECTOR(32); VECTOR(33); VECTOR(34); VECTOR(35);
    VECTOR(36); VECTOR(37); VECTOR(38); VECTOR(39); VECTOR(40); VECTOR(41);
    VECTOR(42); VECTOR(43); VECTOR(44); VECTOR(45); VECTOR(46); VECTOR(47);
    VECTOR(48); VECTOR(49); VECTOR(50); VECTOR(51); VECTOR(52); VECTOR(53);
    VECTOR(54); VECTOR(55); VECTOR(56); VECTOR(57); VECTOR(58); VECTOR(59);
    VECTOR(60); VECTOR(61); VECTOR(62); VECTOR(63); VECTOR(64); VECTOR(65);
    BOOLEAN(0); BOOLEAN(1); BOOLEAN(2); BOOLEAN(3); BOOLEAN(4); BOOLEAN(5); BOOLEAN(6); BOOLEAN(7);
    BOOLEAN(8); BOOLEAN(9); BOOLEAN(10); BOOLEAN(11); BOOLEAN(12); BOOLEAN(13); BOOLEAN(14); BOOLEAN(15);
    BOOLEAN(16); BOOLEAN(17); BOOLEAN(18); BOOLEAN(19); BOOLEAN(20); BOOLEAN(21); BOOLEAN(22); BOOLEAN(23);
    BOOLEAN(24); BOOLEAN(25); BOOLEAN(26); BOOLEAN(27); BOOLEAN(28); BOOLEAN(29); BOOLEAN(30); BOOLEAN(31);
    BOOLEAN(32); BOOLEAN(33); BOOLEAN(34); BOOLEAN(35); BOOLEAN(36); BOOLEAN(37); BOOLEAN(38); BOOLEAN(39);
    BOOLEAN(40); BOOLEAN(41); BOOLEAN(42); BOOLEAN(43); BOOLEAN(44); BOOLEAN(45); BOOLEAN(46); BOOLEAN(47);
    BOOLEAN(48); BOOLEAN(49); BOOLEAN(50); BOOLEAN(51); BOOLEAN(52); BOOLEAN(53); BOOLEAN(54); BOOLEAN(55);
    BOOLEAN(56); BOOLEAN(57); BOOLEAN(58); BOOLEAN(59); BOOLEAN(60); BOOLEAN(61); BOOLEAN(62); BOOLEAN(63);
    uint sum = 0u; //@spilled
    sum = sum * 31u + v0.x + v0.y + v0.z + v0.w; sum = sum * 31u + v1.x + v1.y + v1.z + v1.w; sum = sum * 31u + v2.x + v2.y + v2.z + v2.w;
    sum = sum * 31u + v3.x + v3.y + v3.z + v3.w; sum = sum * 31u + v4.x + v4.y + v4.z + v4.w; sum = sum * 31u + v5.x + v5.y + v5.z + v5.w;
    sum = sum * 31u + v6.x + v6.y + v6.z + v6.w; sum = sum * 31u + v7.x + v7.y + v7.z + v7.w; sum = sum * 31u + v8.x + v8.y + v8.z + v8.w;
    sum = sum * 31u + v9.x + v9.y + v9.z + v9.w; sum = sum * 31u + v10.x + v10.y + v10.z + v10.w; sum = sum * 31u + v11.x + v11.y + v11.z + v11.w;
    sum = sum * 31u + v12.x + v12.y + v12.z + v12.w; sum = sum * 31u + v13.x + v13.y + v13.z + v13.w; sum = sum * 31u + v14.x + v14.y + v14.z + v14.w;
    sum = sum * 31u + v15.x + v15.y + v15.z + v15.w; sum = sum * 31u + v16.x + v16.y + v16.z + v16.w; sum = sum * 31u + v17.x + v17.y + v17.z + v17.w;
    sum = sum * 31u + v18.x + v18.y + v18.z + v18.w; sum = sum * 31u + v19.x + v19.y + v19.z + v19.w; sum = sum * 31u + v20.x + v20.y + v20.z + v20.w;
    sum = sum * 31u + v21.x + v21.y + v21.z + v21.w; sum = sum * 31u + v22.x + v22.y + v22.z + v22.w; sum = sum * 31u + v23.x + v23.y + v23.z + v23.w;
    sum = sum * 31u + v24.x + v24.y + v24.z + v24.w; sum = sum * 31u + v25.x + v25.y + v25.z + v25.w; sum = sum * 31u + v26.x + v26.y + v26.z + v26.w;
    sum = sum * 31u + v27.x + v27.y + v27.z + v27.w; sum = sum * 31u + v28.x + v28.y + v28.z + v28.w; sum = sum * 31u + v29.x + v29.y + v29.z + v29.w;
    sum = sum * 31u + v30.x + v30.y + v30.z + v30.w; sum = sum * 31u + v31.x + v31.y + v31.z + v31.w; sum = sum * 31u + v32.x + v32.y + v32.z + v32.w;
    sum = sum * 31u + v33.x + v33.y + v33.z + v33.w; sum = sum * 31u + v34.x + v34.y + v34.z + v34.w; sum = sum * 31u + v35.x + v35.y + v35.z + v35.w;
    sum = sum * 31u + v36.x + v36.y + v36.z + v36.w; sum = sum * 31u + v37.x + v37.y + v37.z + v37.w; sum = sum * 31u + v38.x + v38.y + v38.z + v38.w;
    sum = sum * 31u + v39.x + v39.y + v39.z + v39.w; sum = sum * 31u + v40.x + v40.y + v40.z + v40.w; sum = sum * 31u + v41.x + v41.y + v41.z + v41.w;
    sum = sum * 31u + v42.x + v42.y + v42.z + v42.w; sum = sum * 31u + v43.x + v43.y + v43.z + v43.w; sum = sum * 31u + v44.x + v44.y + v44.z + v44.w;
    sum = sum * 31u + v45.x + v45.y + v45.z + v45.w; sum = sum * 31u + v46.x + v46.y + v46.z + v46.w; sum = sum * 31u + v47.x + v47.y + v47.z + v47.w;
    sum = sum * 31u + v48.x + v48.y + v48.z + v48.w; sum = sum * 31u + v49.x + v49.y + v49.z + v49.w; sum = sum * 31u + v50.x + v50.y + v50.z + v50.w;
    sum = sum * 31u + v51.x + v51.y + v51.z + v51.w; sum = sum * 31u + v52.x + v52.y + v52.z + v52.w; sum = sum * 31u + v53.x + v53.y + v53.z + v53.w;
    sum = sum * 31u + v54.x + v54.y + v54.z + v54.w; sum = sum * 31u + v55.x + v55.y + v55.z + v55.w; sum = sum * 31u + v56.x + v56.y + v56.z + v56.w;
    sum = sum * 31u + v57.x + v57.y + v57.z + v57.w; sum = sum * 31u + v58.x + v58.y + v58.z + v58.w; sum = sum * 31u + v59.x + v59.y + v59.z + v59.w;
    sum = sum * 31u + v60.x + v60.y + v60.z + v60.w; sum = sum * 31u + v61.x + v61.y + v61.z + v61.w; sum = sum * 31u + v62.x + v62.y + v62.z + v62.w;
    sum = sum * 31u + v63.x + v63.y + v63.z + v63.w; sum = sum * 31u + v64.x + v64.y + v64.z + v64.w; sum = sum * 31u + v65.x + v65.y + v65.z + v65.w;
    sum = sum * 2u + uint(b0); sum = sum * 2u + uint(b1); sum = sum * 2u + uint(b2); sum = sum * 2u + uint(b3);
    sum = sum * 2u + uint(b4); sum = sum * 2u + uint(b5); sum = sum * 2u + uint(b6); sum = sum * 2u + uint(b7);
    sum = sum * 2u + uint(b8); sum = sum * 2u + uint(b9); sum = sum * 2u + uint(b10); sum = sum * 2u + uint(b11);
    sum = sum * 2u + uint(b12); sum = sum * 2u + uint(b13); sum = sum * 2u + uint(b14); sum = sum * 2u + uint(b15);
    sum = sum * 2u + uint(b16); sum = sum * 2u + uint(b17); sum = sum * 2u + uint(b18); sum = sum * 2u + uint(b19);
    sum = sum * 2u + uint(b20); sum = sum * 2u + uint(b21); sum = sum * 2u + uint(b22); sum = sum * 2u + uint(b23);
    sum = sum * 2u + uint(b24); sum = sum * 2u + uint(b25); sum = sum * 2u + uint(b26); sum = sum * 2u + uint(b27);
    sum = sum * 2u + uint(b28); sum = sum * 2u + uint(b29); sum = sum * 2u + uint(b30); sum = sum * 2u + uint(b31);
    sum = sum * 2u + uint(b32); sum = sum * 2u + uint(b33); sum = sum * 2u + uint(b34); sum = sum * 2u + uint(b35);
    sum = sum * 2u + uint(b36); sum = sum * 2u + uint(b37); sum = sum * 2u + uint(b38); sum = sum * 2u + uint(b39);
    sum = sum * 2u + uint(b40); sum = sum * 2u + uint(b41); sum = sum * 2u + uint(b42); sum = sum * 2u + uint(b43);
    sum = sum * 2u + uint(b44); sum = sum * 2u + uint(b45); sum = sum * 2u + uint(b46); sum = sum * 2u + uint(b47);
    sum = sum * 2u + uint(b48); sum = sum * 2u + uint(b49); sum = sum * 2u + uint(b50); sum = sum * 2u + uint(b51);
    sum = sum * 2u + uint(b52); sum = sum * 2u + uint(b53); sum = sum * 2u + uint(b54); sum = sum * 2u + uint(b55);
    sum = sum * 2u + uint(b56); sum = sum * 2u + uint(b57); sum = sum * 2u + uint(b58); sum = sum * 2u + uint(b59);
    sum = sum * 2u + uint(b60); sum = sum * 2u + uint(b61); sum = sum * 2u + uint(b62); sum = sum * 2u + uint(b63);
    results.word[i] = sum; //@end
}
