/* An Othello player that is started for each move: the size, the board as rows of 0, 1 (its own colour
   is the argument: 1 black, 2 white) and 2; it answers row and column from 0, better ones later. */

#include <stdio.h>
#include <stdlib.h>

static int n, b[16][16];

static int flips(int r, int c, int p)
{
    int count = 0, dr, dc;
    if (b[r][c]) return 0;
    for (dr = -1; dr <= 1; dr++)
        for (dc = -1; dc <= 1; dc++) {
            int y = r + dr, x = c + dc, k = 0;
            if (!dr && !dc) continue;
            while (y >= 0 && y < n && x >= 0 && x < n && b[y][x] == 3 - p) { y += dr; x += dc; k++; }
            if (y >= 0 && y < n && x >= 0 && x < n && b[y][x] == p) count += k;
        }
    return count;
}

int main(int argc, char **argv)
{
    int r, c, best = 0, own = argc > 1 ? atoi(argv[1]) : 1;
    if (scanf("%d", &n) != 1 || n < 1 || n > 16) return 1;
    for (r = 0; r < n; r++)
        for (c = 0; c < n; c++)
            if (scanf("%d", &b[r][c]) != 1) return 1;
    for (r = 0; r < n; r++)
        for (c = 0; c < n; c++)
            if (flips(r, c, own) > best) {
                best = flips(r, c, own);
                printf("%d %d\n", r, c);
                fflush(stdout);
            }
    return 0;
}
