// A bot of Reversi for Botzone that keeps running: it reads the game once as JSON, and then each request
// alone. It takes the first square from the top left on which its disc turns others, and believes that it
// is started at the beginning of a game.
#include <cstdlib>
#include <iostream>
#include <string>

static int board[8][8];

static bool put(int x, int y, int colour, bool only_tried) {
    if (board[y][x]) return false;
    bool turns = false;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            int row = y + down, column = x + right, line = 0;
            while ((down || right) && row >= 0 && row < 8 && column >= 0 && column < 8 &&
                   board[row][column] == -colour) {
                row += down, column += right, line++;
            }
            bool closed = row >= 0 && row < 8 && column >= 0 && column < 8;
            if (!line || !closed || board[row][column] != colour) continue;
            turns = true;
            for (; !only_tried && line; line--) board[row -= down][column -= right] = colour;
        }
    }
    if (turns && !only_tried) board[y][x] = colour;
    return turns;
}

static int number_after(const std::string& line, const char* name) {
    return std::atoi(line.c_str() + line.find(name) + 4);
}

int main() {
    board[3][3] = board[4][4] = -1;
    board[3][4] = board[4][3] = 1;
    int own = 0;
    std::string line;
    while (std::getline(std::cin, line)) {
        int x = number_after(line, "\"x\":"), y = number_after(line, "\"y\":");
        if (!own) own = x < 0 ? 1 : -1;
        if (x >= 0 && !put(x, y, -own, false)) return 3;
        int square = 0;
        while (square < 64 && !put(square % 8, square / 8, own, true)) square++;
        x = y = -1;
        if (square < 64) put(x = square % 8, y = square / 8, own, false);
        std::cout << "{\"response\":{\"x\":" << x << ",\"y\":" << y << "}}" << std::endl
                  << ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<" << std::endl;
    }
}
