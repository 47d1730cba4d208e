/* A student's Othello in C: row and column on two prompts, both from 1; it asks for a mere key where
   the person has to pass, says nothing where it passes, and draws the board with lines between.
   With an argument each row is three lines high, and it does not tell its moves. */

#include <stdio.h>
#include <string.h>

static int b[8][8], tall;

static int flips(int r, int c, int p, int really)
{
    int count = 0, dr, dc, k;
    if (b[r][c]) return 0;
    for (dr = -1; dr <= 1; dr++)
        for (dc = -1; dc <= 1; dc++) {
            int y = r + dr, x = c + dc, n = 0;
            if (!dr && !dc) continue;
            while (y >= 0 && y < 8 && x >= 0 && x < 8 && b[y][x] == 3 - p) { y += dr; x += dc; n++; }
            if (n && y >= 0 && y < 8 && x >= 0 && x < 8 && b[y][x] == p) {
                count += n;
                if (really)
                    for (k = 1; k <= n; k++) b[r + k * dr][c + k * dc] = p;
            }
        }
    if (really) b[r][c] = p;
    return count;
}

static int can(int p)
{
    int r, c;
    for (r = 0; r < 8; r++)
        for (c = 0; c < 8; c++)
            if (flips(r, c, p, 0)) return 1;
    return 0;
}

static void show(void)
{
    int r, c;
    printf("\n    1   2   3   4   5   6   7   8\n  +---+---+---+---+---+---+---+---+\n");
    for (r = 0; r < 8; r++) {
        if (tall) printf("  |   |   |   |   |   |   |   |   |\n");
        printf("%d |", r + 1);
        for (c = 0; c < 8; c++) printf(" %c |", " BW"[b[r][c]]);
        if (tall) printf("\n  |   |   |   |   |   |   |   |   |");
        printf("\n  +---+---+---+---+---+---+---+---+\n");
    }
}

int main(int argc, char **argv)
{
    int me, turn = 1, r, c;
    char line[80];
    (void)argv;
    tall = argc > 1;
    b[3][4] = b[4][3] = 1;
    b[3][3] = b[4][4] = 2;
    printf("1) Human is black\n2) Computer is black\nChoice: ");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 1;
    me = line[0] == '2' ? 1 : 2;
    show();
    while (can(1) || can(2)) {
        if (!can(turn)) {
            if (turn != me) {
                printf("No move for you. Press ENTER to continue...");
                fflush(stdout);
                if (!fgets(line, sizeof line, stdin)) return 1;
            }
        } else if (turn == me) {
            int best = 0, br = 0, bc = 0;
            for (r = 0; r < 8; r++)
                for (c = 0; c < 8; c++)
                    if (flips(r, c, me, 0) >= best && flips(r, c, me, 0)) {
                        best = flips(r, c, me, 0); br = r; bc = c;
                    }
            flips(br, bc, me, 1);
            if (!tall) printf("I move to (%d, %d) and turn %d discs.\n", br + 1, bc + 1, best);
            show();
        } else {
            do {
                printf("Row: ");
                fflush(stdout);
                if (scanf("%d", &r) != 1) return 1;
                printf("Column: ");
                fflush(stdout);
                if (scanf("%d", &c) != 1) return 1;
                while (getchar() != '\n') ;
            } while (r < 1 || r > 8 || c < 1 || c > 8 || !flips(r - 1, c - 1, turn, 1));
            show();
        }
        turn = 3 - turn;
    }
    printf("The game is over.\n");
    return 0;
}
