/* A Kalah bot that speaks the line protocol: it reads commands and answers two of them.
 *
 *     owari 1                the referee greets        ->  ready
 *     game kalah south ...   a new game begins         ->  ready
 *     played 4               somebody has moved
 *     go 5000 4,4,...,0 S    your move, you have 5 s   ->  4
 *     result win 30-18 ...   the game is over
 *     quit                   leave
 *
 * After a move that moves again comes the next `go`. The board can have any number of pits. Make
 * `choose` play well; the rest can stay as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 26 }; /* twelve pits and a goal a side */

/* The stones of South's pits and goal, then of North's, in the order in which stones are sown. */
struct board {
    int cells, stones[MOST_CELLS];
    int takes_alone; /* whether a stone opposite an empty pit goes to the goal: kalah-empty */
};

/* The first of a side's pits: 0 for South, 7 for North with six pits. Its goal comes after them. */
static int first_pit(const struct board *board, char side)
{
    return side == 'S' ? 0 : board->cells / 2;
}

static int goal(const struct board *board, char side)
{
    return first_pit(board, side) + board->cells / 2 - 1;
}

/* Sows a pit. Returns whether the side moves again. */
static int play(struct board *board, char side, int pit)
{
    int own = goal(board, side), others = goal(board, side == 'S' ? 'N' : 'S');
    int stones = board->stones[pit], last = pit, opposite;

    board->stones[pit] = 0;
    while (stones > 0) {
        last = (last + 1) % board->cells;
        if (last != others) { /* the opponent's goal is skipped */
            board->stones[last]++;
            stones--;
        }
    }
    opposite = board->cells - 2 - last;
    if (last >= first_pit(board, side) && last < own && board->stones[last] == 1
        && (board->stones[opposite] > 0 || board->takes_alone)) {
        board->stones[own] += board->stones[opposite] + 1; /* it was empty: a capture */
        board->stones[opposite] = board->stones[last] = 0;
    }
    return last == own;
}

/* The pit to sow: here the one that gains most at once, where another move counts as a stone. Look
 * further ahead to win. */
static int choose(const struct board *board, char side, int milliseconds)
{
    int best = -1, most = -1, pit;

    (void)milliseconds;
    for (pit = first_pit(board, side); pit < goal(board, side); pit++) {
        struct board after = *board;
        int gain;
        if (board->stones[pit] == 0)
            continue;
        gain = play(&after, side, pit);
        gain += after.stones[goal(board, side)];
        if (gain > most) {
            most = gain;
            best = pit;
        }
    }
    return best;
}

int main(void)
{
    char line[4096];
    struct board board = {0};

    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "game", 4) == 0) {
            board.takes_alone = strncmp(line, "game kalah-empty", 16) == 0;
            puts("ready");
        } else if (strncmp(line, "owari", 5) == 0) {
            puts("ready");
        } else if (strncmp(line, "go ", 3) == 0) {
            char *text;
            int milliseconds = (int)strtol(line + 3, &text, 10);

            board.cells = 0;
            do {
                board.stones[board.cells++] = (int)strtol(text + 1, &text, 10);
            } while (*text == ',' && board.cells < MOST_CELLS);
            printf("%d\n", choose(&board, text[1], milliseconds));
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout); /* or the referee waits for ever */
    }
    return 0;
}
