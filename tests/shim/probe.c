// SPDX-License-Identifier: MIT
// Does what an ordinary program does with files; with an argument opens the render node too and ends with its
// errno.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
    (void)argv;
    FILE* file = fopen("/dev/null", "r");
    if (!file || access("/dev", R_OK) != 0) return 200;
    fclose(file);
    if (argc == 1) return 0;
    return open("/dev/dri/renderD128", O_RDWR) < 0 ? errno : 0;
}
