// Keeps a board of its own, by the rules as it understands them, and holds it against every board
// that it is told: where they differ it says so on its error output and leaves with exit status 3.
// Alpha-beta to depth 4, with the swap where that is worth more than any move. Does not leave at END
// but sleeps on; an alarm ends it half a minute later.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

constexpr int HOLES = 7, SOUTH = 0, NORTH = 1;

struct Board {
    int cells[2][HOLES + 1];  // the store is the last

    Board() {
        for (auto &row : cells) {
            std::fill(row, row + HOLES, 7);
            row[HOLES] = 0;
        }
    }

    bool empty(int side) const {
        return std::all_of(cells[side], cells[side] + HOLES, [](int n) { return n == 0; });
    }

    bool over() const { return empty(SOUTH) || empty(NORTH); }

    // The side that is to move after this sowing.
    int sow(int side, int hole, bool first) {
        int row = side, at = hole, stones = cells[side][hole];
        cells[side][hole] = 0;
        while (stones > 0) {
            ++at;
            if (at > HOLES || (at == HOLES && row != side)) {
                row = 1 - row;
                at = 0;
            }
            ++cells[row][at];
            --stones;
        }
        int &opposite = cells[1 - side][HOLES - 1 - std::min(at, HOLES - 1)];
        if (row == side && at < HOLES && cells[side][at] == 1 && opposite > 0) {
            cells[side][HOLES] += opposite + 1;
            cells[side][at] = opposite = 0;
        }
        if (over()) {
            for (auto &cleared : cells)
                for (int i = 0; i < HOLES; ++i) {
                    cleared[HOLES] += cleared[i];
                    cleared[i] = 0;
                }
        }
        return row == side && at == HOLES && !first ? side : 1 - side;
    }

    std::string text() const {
        std::string result;
        for (int side : {NORTH, SOUTH})
            for (int n : cells[side]) result += (result.empty() ? "" : ",") + std::to_string(n);
        return result;
    }
};

int search(const Board &board, int side, int depth, int alpha, int beta, int *best = nullptr) {
    if (depth == 0 || board.over()) return board.cells[side][HOLES] - board.cells[1 - side][HOLES];
    for (int hole = 0; hole < HOLES; ++hole) {
        if (board.cells[side][hole] == 0) continue;
        Board after = board;
        const bool again = after.sow(side, hole, false) == side;
        const int value = again ? search(after, side, depth - 1, alpha, beta)
                                : -search(after, 1 - side, depth - 1, -beta, -alpha);
        if (value > alpha) {
            alpha = value;
            if (best) *best = hole;
        }
        if (alpha >= beta) break;
    }
    return alpha;
}

int main() {
    alarm(30);
    Board board;
    int mine = SOUTH, turn = SOUTH, moves = 0;

    auto answer = [&] {
        int best = 0;
        const int value = search(board, mine, 4, -1000, 1000, &best);
        if (moves == 1 && value < 0) {
            std::cout << "SWAP" << std::endl;
            mine = 1 - mine;  // nobody tells who has swapped
            ++moves;
        } else {
            std::cout << "MOVE;" << best + 1 << std::endl;
        }
    };

    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string name, move, told, who;
        std::getline(words, name, ';');
        std::getline(words, move, ';');
        std::getline(words, told, ';');
        std::getline(words, who, ';');
        if (name == "END") break;
        if (name == "START") {
            mine = move == "South" ? SOUTH : NORTH;
            if (mine == SOUTH) answer();
            continue;
        }
        if (move == "SWAP") {
            mine = 1 - mine;
        } else {
            turn = board.sow(turn, std::stoi(move) - 1, moves == 0);
        }
        ++moves;
        const std::string expected = board.over() ? "END" : turn == mine ? "YOU" : "OPP";
        if (told != board.text() || who != expected) {
            std::cerr << "told " << told << ' ' << who << " where " << board.text() << ' '
                      << expected << " is right" << std::endl;
            return 3;
        }
        if (who == "YOU") answer();
    }
    while (true) pause();
}
