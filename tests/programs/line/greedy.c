/* Looks one move ahead: plays the pit after which its goal leads by most, the lowest such pit if
 * there are several, and says so with `depth 1 value N`. What is left on a side when the game ends
 * is counted as in that side's goal. */
#include <stdio.h>
#include <string.h>

/* Sow one pit, with the capture; at the end of the game, sweep. */
static void play(int board[14], int pit)
{
    int goal = pit < 6 ? 6 : 13, other = 19 - goal, first = goal - 6;
    int stones = board[pit], south = 0, north = 0;

    board[pit] = 0;
    while (stones > 0) {
        pit = (pit + 1) % 14;
        if (pit != other) {
            board[pit]++;
            stones--;
        }
    }
    if (pit >= first && pit < goal && board[pit] == 1) {
        board[goal] += board[12 - pit];
        board[12 - pit] = 0;
    }
    for (int i = 0; i < 6; i++) {
        south += board[i];
        north += board[i + 7];
    }
    if (south == 0 || north == 0) {
        board[6] += south;
        board[13] += north;
    }
}

int main(void)
{
    char line[1000], command[20], position[200], side;

    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%19s", command) != 1)
            continue;
        if (strcmp(command, "owari") == 0 || strcmp(command, "game") == 0) {
            puts("ready");
        } else if (strcmp(command, "go") == 0
                   && sscanf(line, "%*s %*s %199s %c", position, &side) == 2) {
            int board[14] = {0}, best = -1, value = 0, used = 0, n;
            const char *text = position;

            for (int i = 0; i < 14 && sscanf(text, "%d%n", &board[i], &n) == 1; i++) {
                text += n;
                text += *text == ',';
            }
            for (int i = 0; i < 6; i++) {
                int pit = side == 'S' ? i : i + 7, after[14];
                if (board[pit] == 0)
                    continue;
                memcpy(after, board, sizeof after);
                play(after, pit);
                n = side == 'S' ? after[6] - after[13] : after[13] - after[6];
                if (!used || n > value) {
                    best = pit;
                    value = n;
                }
                used = 1;
            }
            printf("%d depth 1 value %d\n", best, value);
        } else if (strcmp(command, "quit") == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
