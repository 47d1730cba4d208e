// An Othello bot that speaks the line protocol: it reads commands and answers two of them.
//
//     owari 1                     the referee greets        ->  ready
//     game othello south ...      a new game begins         ->  ready
//     played f5                   somebody has moved
//     go 5000 ---...XO...--- X    your move, you have 5 s   ->  f5
//     result win 40-24 ...        the game is over
//     quit                        leave
//
// A position is its squares row by row from the top, X black, O white, - empty, and who is to move.
// Who has to pass is not asked. Make `choose` play well; the rest can stay as it is.
#include <iostream>
#include <sstream>
#include <string>

// A board of any size. `squares` has size * size letters, X, O and -.
struct Board {
    std::string squares;
    int size;

    bool has(int row, int column) const {
        return row >= 0 && row < size && column >= 0 && column < size;
    }
    char at(int row, int column) const { return squares[row * size + column]; }
};

// How many discs a disc of this colour would turn there.
int turned(const Board& board, int square, char own) {
    if (board.squares[square] != '-') return 0;
    const char other = own == 'X' ? 'O' : 'X';
    int count = 0;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            if (down == 0 && right == 0) continue;
            int row = square / board.size + down, column = square % board.size + right, length = 0;
            while (board.has(row, column) && board.at(row, column) == other) {
                row += down;
                column += right;
                length++;
            }
            if (board.has(row, column) && board.at(row, column) == own) count += length;
        }
    }
    return count;
}

// The square of a disc: here the one that turns most. Look further ahead to win.
int choose(const Board& board, char own, int /* milliseconds */) {
    int best = 0, most = 0;
    for (int square = 0; square < board.size * board.size; square++) {
        const int count = turned(board, square, own);
        if (count > most) {
            most = count;
            best = square;
        }
    }
    return best;
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "owari" || command == "game") {
            std::cout << "ready" << std::endl;  // endl flushes, or the referee waits for ever
        } else if (command == "go") {
            int milliseconds;
            Board board{"", 1};
            char own;
            words >> milliseconds >> board.squares >> own;
            while (board.size * board.size < static_cast<int>(board.squares.size())) board.size++;
            const int square = choose(board, own, milliseconds);
            const char column = static_cast<char>('a' + square % board.size);
            std::cout << column << square / board.size + 1 << std::endl;
        } else if (command == "quit") {
            break;
        }
    }
}
