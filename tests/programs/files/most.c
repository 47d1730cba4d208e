/* A player of the file framework: of the legal moves the one that turns most, each better one written
   as it is found. Its error output is its own affair, and so is its exit code. */

#include <stdio.h>

static int n, b[16][16];

static int turned(int row, int column, int own)
{
    int count = 0, y, x;
    for (y = -1; y <= 1; y++)
        for (x = -1; x <= 1; x++) {
            int r = row + y, c = column + x, length = 0;
            if (!y && !x) continue;
            while (r >= 0 && r < n && c >= 0 && c < n && b[r][c] == 3 - own) r += y, c += x, length++;
            if (r >= 0 && r < n && c >= 0 && c < n && b[r][c] == own) count += length;
        }
    return count;
}

int main(int argc, char **argv)
{
    FILE *state, *action;
    char line[64];
    int own, row, column, moves, most = -1;
    if (argc != 3 || !(state = fopen(argv[1], "r")) || !(action = fopen(argv[2], "w"))) return 2;
    if (fscanf(state, "%d ", &own) != 1) return 2;
    if (!fgets(line, sizeof line, state)) return 2;
    for (column = 0; line[2 * column] && column < 16; column++) b[0][column] = line[2 * column] - '0';
    n = column;
    for (row = 1; row < n; row++)
        for (column = 0; column < n; column++)
            if (fscanf(state, "%d", &b[row][column]) != 1) return 2;
    if (fscanf(state, "%d", &moves) != 1) return 2;
    while (moves-- && fscanf(state, "%d %d", &row, &column) == 2)
        if (turned(row, column, own) > most) {
            most = turned(row, column, own);
            fprintf(action, "%d %d\n", row, column);
            fflush(action);
            fprintf(stderr, "turns %d\n", most);
        }
    return 1;
}
