/* Never flushes: what it says comes when its buffer is full, or at its end. Plays the lowest pit. */

#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        int milliseconds, pits[14];
        char side;
        if (strncmp(line, "owari", 5) == 0 || strncmp(line, "game", 4) == 0)
            puts("ready");
        else if (sscanf(line, "go %d %d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d %c", &milliseconds,
                        &pits[0], &pits[1], &pits[2], &pits[3], &pits[4], &pits[5], &pits[6],
                        &pits[7], &pits[8], &pits[9], &pits[10], &pits[11], &pits[12], &pits[13],
                        &side) == 16) {
            int pit = side == 'S' ? 0 : 7;
            while (!pits[pit])
                pit++;
            printf("%d\n", pit);
        } else if (strncmp(line, "quit", 4) == 0)
            break;
    }
    return 0;
}
