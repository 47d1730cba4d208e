/* Writes 20 MB to the file argv[1] when it is first asked for a move, then plays the lowest pit. */

#include <stdio.h>
#include <string.h>

enum { MEGABYTES = 20 };

static void write_much(const char *path)
{
    static char block[1024 * 1024];
    FILE *file = fopen(path, "w");
    for (int n = 0; file && n < MEGABYTES; n++)
        fwrite(block, 1, sizeof block, file);
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    char line[512], side;
    int pits[14], milliseconds, written = 0;

    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "owari", 5) || !strncmp(line, "game", 4))
            puts("ready");
        else if (sscanf(line, "go %d %d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d %c", &milliseconds,
                        &pits[0], &pits[1], &pits[2], &pits[3], &pits[4], &pits[5], &pits[6],
                        &pits[7], &pits[8], &pits[9], &pits[10], &pits[11], &pits[12], &pits[13],
                        &side) == 16) {
            int pit = side == 'S' ? 0 : 7;
            if (!written++ && argc > 1)
                write_much(argv[1]);
            while (!pits[pit])
                pit++;
            printf("%d\n", pit);
        } else if (!strncmp(line, "quit", 4))
            break;
        fflush(stdout);
    }
    return 0;
}
