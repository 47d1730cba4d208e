/* As in the mancala contest kit: its argument says whether it is the first (1) or the second (2) to
 * move, the process stays, each turn one line of 14 numbers; answers 1-6, its own pits from its left.
 * Who moves first is South. Plays its highest pit that has stones. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int board[14], first;

    if (argc != 2 || (strcmp(argv[1], "1") != 0 && strcmp(argv[1], "2") != 0))
        return 2;
    first = argv[1][0] == '2' ? 7 : 0;
    for (;;) {
        int pit = 5;
        for (int i = 0; i < 14; i++)
            if (scanf("%d", &board[i]) != 1)
                return 0;
        while (pit > 0 && board[first + pit] == 0)
            pit--;
        printf("%d\n", pit + 1);
        fflush(stdout);
    }
}
