/* An Othello bot that speaks the line protocol: it reads commands and answers two of them.
 *
 *     owari 1                     the referee greets        ->  ready
 *     game othello south ...      a new game begins         ->  ready
 *     played f5                   somebody has moved
 *     go 5000 ---...XO...--- X    your move, you have 5 s   ->  f5
 *     result win 40-24 ...        the game is over
 *     quit                        leave
 *
 * A position is its squares row by row from the top, X black, O white, - empty, and who is to move.
 * Who has to pass is not asked. Make `choose` play well; the rest can stay as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The board is size * size letters, X, O and -; a square is row * size + column. */
static int on_board(int size, int row, int column)
{
    return row >= 0 && row < size && column >= 0 && column < size;
}

/* How many discs a disc of this colour would turn there. */
static int turned(const char *board, int size, int square, char own)
{
    int count = 0, down, right;

    if (board[square] != '-')
        return 0;
    for (down = -1; down <= 1; down++) {
        for (right = -1; right <= 1; right++) {
            int row = square / size + down, column = square % size + right, length = 0;

            if (down == 0 && right == 0)
                continue;
            while (on_board(size, row, column) && board[row * size + column] != own
                   && board[row * size + column] != '-') {
                row += down;
                column += right;
                length++;
            }
            if (on_board(size, row, column) && board[row * size + column] == own)
                count += length;
        }
    }
    return count;
}

/* The square of a disc: here the one that turns most. Look further ahead to win. */
static int choose(const char *board, int size, char own, int milliseconds)
{
    int best = 0, most = 0, square;

    (void)milliseconds;
    for (square = 0; square < size * size; square++) {
        int count = turned(board, size, square, own);
        if (count > most) {
            most = count;
            best = square;
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
            char *board, own;
            int size = 1, square;
            int milliseconds = (int)strtol(line + 3, &board, 10);

            board++;
            own = board[strcspn(board, " ") + 1];
            while (size * size < (int)strcspn(board, " "))
                size++;
            square = choose(board, size, own, milliseconds);
            printf("%c%d\n", 'a' + square % size, square / size + 1);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout); /* or the referee waits for ever */
    }
    return 0;
}
