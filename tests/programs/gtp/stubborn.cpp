// An engine with the habits of the best ones: an old number before every answer, a blank between the
// sign and the number, passes of its own accord when the other colour plays, a refusal of the passes
// that it is told, carriage returns, upper case, and it leaves at the end of its input without a word.
// Eight squares a side and no others.

#include <cctype>
#include <iostream>
#include <sstream>
#include <string>

static int board[8][8];
static int turn;

static int turned(int row, int column, int own, bool place)
{
    if (board[row][column]) return 0;
    int count = 0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) {
            int r = row + y, c = column + x, length = 0;
            if (!y && !x) continue;
            while (r >= 0 && r < 8 && c >= 0 && c < 8 && board[r][c] == 3 - own) r += y, c += x, length++;
            if (!length || r < 0 || r > 7 || c < 0 || c > 7 || board[r][c] != own) continue;
            count += length;
            for (; place && length; length--) board[r -= y][c -= x] = own;
        }
    if (place && count) board[row][column] = own;
    return count;
}

static bool canMove(int own)
{
    for (int square = 0; square < 64; square++)
        if (turned(square / 8, square % 8, own, false)) return true;
    return false;
}

static void answer(char sign, const std::string &text)
{
    std::cout << sign << " 17 " << text << "\r\n\r\n" << std::flush;
}

static bool isTurnOf(int colour)
{
    if (colour != turn && !canMove(turn)) turn = colour;
    return colour == turn;
}

int main()
{
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command, first, second;
        words >> command >> first >> second;
        const int colour = first == "b" ? 1 : 2;
        if (command == "boardsize") {
            if (first == "8") answer('=', ""); else answer('?', "unacceptable size");
        } else if (command == "clear_board") {
            for (auto &row : board) for (int &square : row) square = 0;
            board[3][3] = board[4][4] = 2;
            board[3][4] = board[4][3] = 1;
            turn = 1;
            answer('=', "");
        } else if (command == "play") {
            if (second == "pass" || !isTurnOf(colour)) { answer('?', "wrong color"); continue; }
            if (turned(second[1] - '1', second[0] - 'a', colour, true)) {
                turn = 3 - colour;
                answer('=', "");
            } else answer('?', "illegal move");
        } else if (command == "genmove") {
            if (!isTurnOf(colour)) { answer('?', "wrong color"); continue; }
            int best = -1, most = 0;
            for (int square = 0; square < 64; square++) {
                const int count = turned(square / 8, square % 8, colour, false);
                if (count > most) { most = count; best = square; }
            }
            if (best < 0) { answer('=', "PASS"); continue; }
            turned(best / 8, best % 8, colour, true);
            turn = 3 - colour;
            answer('=', std::string{char('A' + best % 8), char('1' + best / 8)});
        } else if (command == "quit") {
            answer('=', "");
            return 0;
        } else answer('?', "unknown command");
    }
    return 0;
}
