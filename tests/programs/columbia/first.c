/* An agent for the courses' managers in C, which plays the first pocket of its row, as that is
 * written, that has stones; for benchmarks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char line[4096], board[4096], *pocket;
    int player, place;

    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("First");
    if (!fgets(line, sizeof line, stdin))
        return 0;
    player = atoi(line);
    while (fgets(line, sizeof line, stdin) && strncmp(line, "SCORE", 5) == 0) {
        if (!fgets(board, sizeof board, stdin) || !fgets(line, sizeof line, stdin))
            return 1;
        pocket = board + 1; /* at a row's bracket */
        if (player == 1)
            pocket = strpbrk(pocket + 1, "[(");
        for (place = 0, pocket++; atoi(pocket) == 0; place++)
            pocket = strchr(pocket, ',') + 1;
        printf("%d\n", place);
    }
    return 0;
}
