/* An Owari bot that speaks the line protocol: it reads commands and answers two of them.
 *
 *     owari 1                the referee greets        ->  ready
 *     game owari south ...   a new game begins         ->  ready
 *     played 4               somebody has moved
 *     go 5000 3,3,...,0 S    your move, you have 5 s   ->  4
 *     result win 19-17 ...   the game is over
 *     quit                   leave
 *
 * Make `choose` play well; the rest can stay as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 6, CELLS = 2 * PITS + 2 };

/* The first of a side's six pits: 0 for South, 7 for North. Its goal comes after them. */
static int first_pit(char side) { return side == 'S' ? 0 : PITS + 1; }
static int goal(char side) { return first_pit(side) + PITS; }

/* Sows a pit. The board is 14 numbers: South's pits 0-5 and goal 6, North's pits 7-12 and goal 13,
 * in the order in which stones are sown. */
static void play(int board[CELLS], char side, int pit)
{
    int others_goal = goal(side == 'S' ? 'N' : 'S');
    int stones = board[pit], last = pit;

    board[pit] = 0;
    while (stones > 0) {
        last = (last + 1) % CELLS;
        if (last != others_goal) { /* the opponent's goal is skipped */
            board[last]++;
            stones--;
        }
    }
    if (last >= first_pit(side) && last < goal(side) && board[last] == 1) {
        board[goal(side)] += board[2 * PITS - last]; /* it was empty: take what lies opposite */
        board[2 * PITS - last] = 0;
    }
}

/* The pit to sow: here the one that gains most at once. Look further ahead to win. */
static int choose(const int board[CELLS], char side, int milliseconds)
{
    int best = -1, most = -1, pit;

    (void)milliseconds;
    for (pit = first_pit(side); pit < goal(side); pit++) {
        int after[CELLS];
        if (board[pit] == 0)
            continue;
        memcpy(after, board, sizeof after);
        play(after, side, pit);
        if (after[goal(side)] > most) {
            most = after[goal(side)];
            best = pit;
        }
    }
    return best;
}

int main(void)
{
    char line[4096];

    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "owari", 5) == 0 || strncmp(line, "game", 4) == 0) {
            puts("ready");
        } else if (strncmp(line, "go ", 3) == 0) {
            int board[CELLS], cell, milliseconds;
            char *text = line + 3;

            milliseconds = (int)strtol(text, &text, 10);
            for (cell = 0; cell < CELLS; cell++) {
                board[cell] = (int)strtol(text, &text, 10);
                if (*text == ',')
                    text++;
            }
            printf("%d\n", choose(board, text[1], milliseconds));
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout); /* or the referee waits for ever */
    }
    return 0;
}
