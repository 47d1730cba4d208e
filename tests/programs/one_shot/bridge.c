/* As behind the KGP world's bridge: a new process for every move, one line `n S N s1..sn n1..nn` on
 * standard input, its own row first; the pits it likes from 0, the last one counts. Plays the pit
 * that brings most stones into its goal at once, ties to the highest. */
#include <stdio.h>

int main(void)
{
    int n, goals[2], row[2][32], best = -1, most = -1;

    if (scanf("%d %d %d", &n, &goals[0], &goals[1]) != 3 || n > 32)
        return 1;
    for (int side = 0; side < 2; side++)
        for (int pit = 0; pit < n; pit++)
            if (scanf("%d", &row[side][pit]) != 1)
                return 1;
    for (int pit = 0; pit < n; pit++) {
        int stones = row[0][pit], end = pit + stones, gain;
        if (stones == 0)
            continue;
        gain = end >= n ? 1 + (end - n) / (2 * n + 1) : 0;
        if (end < n && row[0][end] == 0)
            gain += row[1][n - 1 - end];
        if (gain >= most) {
            most = gain;
            best = pit;
            printf("%d ", best);
            fflush(stdout);
        }
    }
    printf("\n");
    return 0;
}
