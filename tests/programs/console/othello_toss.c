/* Othello in C: the person chooses a colour, and a coin decides who begins after that. White may so
   move first, and its discs stand where they stand. Squares are called d3. With a file as argument,
   which counts its starts, every third toss is its own. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int b[8][8];

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
    if (really && count) b[r][c] = p;
    return count;
}

static int can(int p)
{
    int at;
    for (at = 0; at < 64; at++)
        if (flips(at / 8, at % 8, p, 0)) return 1;
    return 0;
}

static void show(void)
{
    int r, c;
    printf("\n  a b c d e f g h\n");
    for (r = 0; r < 8; r++) {
        printf("%d ", r + 1);
        for (c = 0; c < 8; c++) printf("%c ", ".BW"[b[r][c]]);
        printf("\n");
    }
}

/* The toss that the file says, which has a byte for each start. */
static int third(const char *name)
{
    FILE *file = fopen(name, "ab");
    long starts;
    if (!file) exit(1);
    fseek(file, 0, SEEK_END);
    starts = ftell(file);
    fputc('.', file);
    fclose(file);
    return starts % 3 == 0;
}

int main(int argc, char **argv)
{
    char line[80];
    int person = 0, own, at;
    srand((unsigned)time(NULL) ^ (unsigned)getpid() * 2654435761u);
    while (!person) {
        printf("Which colour do you want, black or white (b/w)? ");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return 1;
        person = line[0] == 'b' ? 1 : line[0] == 'w' ? 2 : 0;
    }
    b[3][4] = b[4][3] = 1;
    b[3][3] = b[4][4] = 2;
    own = argc > 1 ? third(argv[1]) : rand() / (RAND_MAX / 2 + 1);
    printf("I toss a coin: %s\n", own ? "I start." : "you start.");
    show();
    while (can(1) || can(2)) {
        int disc = own ? 3 - person : person;
        if (!can(disc)) {
            printf("%s\n", own ? "I have to pass." : "You have to pass.");
        } else if (own) {
            for (at = 0; !flips(at / 8, at % 8, disc, 1); at++) ;
            printf("I play %c%d\n", 'a' + at % 8, at / 8 + 1);
            show();
        } else {
            do {
                printf("Your move (such as d3): ");
                fflush(stdout);
                if (!fgets(line, sizeof line, stdin)) return 1;
                at = (line[1] - '1') * 8 + tolower(line[0]) - 'a';
            } while (line[1] < '1' || line[1] > '8' || at < 0 || at > 63
                     || !flips(at / 8, at % 8, disc, 1));
            show();
        }
        own = !own;
    }
    printf("The game is over.\n");
    return 0;
}
