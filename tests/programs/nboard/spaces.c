/* An engine for NBoard that answers with spaces and in lower case, is told of versions other than the
   first on its error output, and says much that nobody asks for. Eight squares a side. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int board[64], turn;

static int turned(int square, int own, int place)
{
    int count = 0, y, x;
    if (board[square]) return 0;
    for (y = -1; y <= 1; y++)
        for (x = -1; x <= 1; x++) {
            int r = square / 8 + y, c = square % 8 + x, length = 0;
            if (!y && !x) continue;
            while (r >= 0 && r < 8 && c >= 0 && c < 8 && board[8 * r + c] == 3 - own) {
                r += y;
                c += x;
                length++;
            }
            if (r < 0 || r > 7 || c < 0 || c > 7 || board[8 * r + c] != own) continue;
            count += length;
            for (; place && length; length--) {
                r -= y;
                c -= x;
                board[8 * r + c] = own;
            }
        }
    if (place && count) board[square] = own;
    return count;
}

int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "nboard", 6) && atoi(line + 6) != 1) fprintf(stderr, "which version?\n");
        if (!strncmp(line, "set depth", 9)) printf("set myname Spaces%d\n", atoi(line + 9));
        if (!strncmp(line, "ping", 4)) printf("pong%s", line + 4);
        if (!strncmp(line, "set game", 8)) {
            const char *at = strstr(line, "BO[8");
            int square = 0;
            for (at = at ? at + 4 : ""; *at && square < 64; at++)
                if (strchr("-*O", *at)) board[square++] = *at == '*' ? 1 : *at == 'O' ? 2 : 0;
            while (*at == ' ') at++;
            turn = *at == 'O' ? 2 : 1;
        }
        if (!strncmp(line, "move", 4)) {
            if (toupper(line[5]) != 'P')
                turned(8 * (line[6] - '1') + tolower(line[5]) - 'a', turn, 1);
            turn = 3 - turn;
        }
        if (!strncmp(line, "go", 2)) {
            int square, best = 0, most = 0;
            for (square = 0; square < 64; square++)
                if (turned(square, turn, 0) > most) most = turned(square, turn, 0), best = square;
            printf("status Spaces is thinking\nnodestats 64 0.00\n");
            printf("=== %c%c -%d.50 0.0\nstatus Spaces is waiting\n", 'a' + best % 8, '1' + best / 8, most);
        }
        if (!strncmp(line, "quit", 4)) break;
        fflush(stdout);
    }
    return 0;
}
