// An Owari bot that speaks the line protocol: it reads commands and answers two of them.
//
//     owari 1                the referee greets        ->  ready
//     game owari south ...   a new game begins         ->  ready
//     played 4               somebody has moved
//     go 5000 3,3,...,0 S    your move, you have 5 s   ->  4
//     result win 19-17 ...   the game is over
//     quit                   leave
//
// Make `choose` play well; the rest can stay as it is.
#include <array>
#include <iostream>
#include <sstream>
#include <string>

constexpr int PITS = 6;

// South's pits 0-5 and goal 6, North's pits 7-12 and goal 13, in the order in which stones are sown.
using Board = std::array<int, 2 * PITS + 2>;

// The first of a side's six pits: 0 for South, 7 for North. Its goal comes after them.
int first_pit(char side) { return side == 'S' ? 0 : PITS + 1; }
int goal(char side) { return first_pit(side) + PITS; }

// The board after the side has sown the pit.
Board play(Board board, char side, int pit) {
    const int others_goal = goal(side == 'S' ? 'N' : 'S');
    int stones = board[pit], last = pit;
    board[pit] = 0;
    while (stones > 0) {
        last = (last + 1) % static_cast<int>(board.size());
        if (last != others_goal) {  // the opponent's goal is skipped
            board[last]++;
            stones--;
        }
    }
    if (last >= first_pit(side) && last < goal(side) && board[last] == 1) {
        board[goal(side)] += board[2 * PITS - last];  // it was empty: take what lies opposite
        board[2 * PITS - last] = 0;
    }
    return board;
}

// The pit to sow: here the one that gains most at once. Look further ahead to win.
int choose(const Board& board, char side, int /* milliseconds */) {
    int best = -1, most = -1;
    for (int pit = first_pit(side); pit < goal(side); pit++) {
        if (board[pit] == 0) continue;
        const int gained = play(board, side, pit)[goal(side)];
        if (gained > most) {
            most = gained;
            best = pit;
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
            Board board;
            char comma, side;
            words >> milliseconds;
            for (int& stones : board) {
                words >> stones;
                if (words.peek() == ',') words >> comma;
            }
            words >> side;
            std::cout << choose(board, side, milliseconds) << std::endl;
        } else if (command == "quit") {
            break;
        }
    }
}
