// A Kalah bot that speaks the line protocol: it reads commands and answers two of them.
//
//     owari 1                the referee greets        ->  ready
//     game kalah south ...   a new game begins         ->  ready
//     played 4               somebody has moved
//     go 5000 4,4,...,0 S    your move, you have 5 s   ->  4
//     result win 30-18 ...   the game is over
//     quit                   leave
//
// After a move that moves again comes the next `go`. The board can have any number of pits. Make
// `choose` play well; the rest can stay as it is.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

// The stones of South's pits and goal, then of North's, in the order in which stones are sown.
using Board = std::vector<int>;

// The first of a side's pits: 0 for South, 7 for North with six pits. Its goal comes after them.
int first_pit(const Board& board, char side) {
    return side == 'S' ? 0 : static_cast<int>(board.size()) / 2;
}
int goal(const Board& board, char side) {
    return first_pit(board, side) + static_cast<int>(board.size()) / 2 - 1;
}

// Sows a pit. Returns whether the side moves again.
bool play(Board& board, char side, int pit, const std::string& rules) {
    const int cells = static_cast<int>(board.size());
    const int own = goal(board, side), others = goal(board, side == 'S' ? 'N' : 'S');
    int stones = board[pit], last = pit;
    board[pit] = 0;
    while (stones > 0) {
        last = (last + 1) % cells;
        if (last != others) {  // the opponent's goal is skipped
            board[last]++;
            stones--;
        }
    }
    const int opposite = cells - 2 - last;
    if (last >= first_pit(board, side) && last < own && board[last] == 1 &&
        (board[opposite] > 0 || rules.rfind("kalah-empty", 0) == 0)) {
        board[own] += board[opposite] + 1;  // it was empty: a capture
        board[opposite] = board[last] = 0;
    }
    return last == own;
}

// The pit to sow: here the one that gains most at once, where another move counts as a stone. Look
// further ahead to win.
int choose(const Board& board, char side, const std::string& rules, int /* milliseconds */) {
    int best = -1, most = -1;
    for (int pit = first_pit(board, side); pit < goal(board, side); pit++) {
        if (board[pit] == 0) continue;
        Board after = board;
        const bool again = play(after, side, pit, rules);
        const int gain = after[goal(board, side)] + again;
        if (gain > most) {
            most = gain;
            best = pit;
        }
    }
    return best;
}

int main() {
    std::string line, rules;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "owari" || command == "game") {
            if (command == "game") words >> rules;
            std::cout << "ready" << std::endl;  // endl flushes, or the referee waits for ever
        } else if (command == "go") {
            int milliseconds;
            std::string cells, stones;
            char side;
            words >> milliseconds >> cells >> side;
            Board board;
            std::istringstream numbers(cells);
            while (std::getline(numbers, stones, ',')) board.push_back(std::stoi(stones));
            std::cout << choose(board, side, rules, milliseconds) << std::endl;
        } else if (command == "quit") {
            break;
        }
    }
}
