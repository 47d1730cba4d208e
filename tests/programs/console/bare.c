/* A program of few words: one question at the start, and then nothing but a bare cursor where it
 * wants the other side's pit (7-12). It believes it is South and says `Computer moves 4`. With an
 * argument it says nothing, and draws both rows staggered, with each goal at the end of its row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 4

static int staggered;

static void show(const int b[14])
{
    if (staggered) {
        printf("%d: %d %d %d %d %d %d\n", b[13], b[12], b[11], b[10], b[9], b[8], b[7]);
        printf("   %d %d %d %d %d %d :%d\n", b[0], b[1], b[2], b[3], b[4], b[5], b[6]);
        return;
    }
    printf("    %2d %2d %2d %2d %2d %2d\n", b[12], b[11], b[10], b[9], b[8], b[7]);
    printf("%2d                      %2d\n", b[13], b[6]);
    printf("    %2d %2d %2d %2d %2d %2d\n", b[0], b[1], b[2], b[3], b[4], b[5]);
}

static void sow(int b[14], int pit)
{
    int goal = pit < 6 ? 6 : 13, stones = b[pit];

    b[pit] = 0;
    while (stones > 0) {
        pit = (pit + 1) % 14;
        if (pit == 19 - goal)
            continue;
        b[pit]++;
        stones--;
    }
    if (pit < goal && pit >= goal - 6 && b[pit] == 1) {
        b[goal] += b[12 - pit];
        b[12 - pit] = 0;
    }
}

static int row(const int b[14], int first)
{
    return b[first] + b[first + 1] + b[first + 2] + b[first + 3] + b[first + 4] + b[first + 5];
}

/* The value for the side whose pits begin at `first`; the best pit goes to *best. */
static int search(const int b[14], int first, int depth, int alpha, int beta, int *best)
{
    int south = row(b, 0), north = row(b, 7);

    if (depth == 0 || south == 0 || north == 0) {
        int margin = b[6] - b[13];
        if (south == 0 || north == 0)
            margin += south - north;
        return first == 0 ? margin : -margin;
    }
    for (int pit = first; pit < first + 6 && alpha < beta; pit++) {
        int after[14], value, unused;
        if (b[pit] == 0)
            continue;
        memcpy(after, b, sizeof after);
        sow(after, pit);
        value = -search(after, 7 - first, depth - 1, -beta, -alpha, &unused);
        if (value > alpha) {
            alpha = value;
            *best = pit;
        }
    }
    return alpha;
}

static int ask(const int b[14])
{
    char line[100];

    for (;;) {
        int pit;
        if (!fgets(line, sizeof line, stdin))
            exit(1);
        pit = atoi(line);
        if (pit >= 7 && pit <= 12 && b[pit] > 0)
            return pit;
        printf("?\n");
    }
}

int main(int argc, char **argv)
{
    int b[14] = {3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0};
    int computer, pit = 0;
    char line[100];

    (void)argv;
    staggered = argc > 1;
    printf("Player or computer first (P/C): ");
    if (!fgets(line, sizeof line, stdin))
        return 1;
    computer = line[0] == 'C' || line[0] == 'c';
    show(b);
    while (row(b, 0) > 0 && row(b, 7) > 0) {
        if (computer) {
            search(b, 0, DEPTH, -100, 100, &pit);
            if (!staggered)
                printf("Computer moves %d\n", pit);
        } else {
            pit = ask(b);
        }
        sow(b, pit);
        show(b);
        computer = !computer;
    }
    printf("Computer %d Player %d\n", b[6] + row(b, 0), b[13] + row(b, 7));
    return 0;
}
