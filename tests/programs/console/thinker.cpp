// Prints the board first and thinks then, for about 0.2 s of real work, so that a pause in its
// output does not mean that it waits for input. It believes it is NORTH and the person South, and
// both sides' cups are numbered 1-6 from the owner's left.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>

using Row = std::array<int, 7>; // six cups and the goal

struct Board {
    Row mine, yours;
};

constexpr long BUDGET = 4000000; // positions looked at for one move: always the same move

static long looked;

static int stones(const Row &row) {
    int sum = 0;
    for (int i = 0; i < 6; i++)
        sum += row[i];
    return sum;
}

static bool over(const Board &board) {
    return stones(board.mine) == 0 || stones(board.yours) == 0;
}

// The board after the owner of the row `mine` has sown a cup (0-5).
static Board sow(Board board, int cup) {
    int hand = board.mine[cup], place = cup;
    board.mine[cup] = 0;
    while (hand-- > 0) {
        place = (place + 1) % 13;
        if (place < 7)
            board.mine[place]++;
        else
            board.yours[place - 7]++;
    }
    if (place < 6 && board.mine[place] == 1) {
        board.mine[6] += board.yours[5 - place];
        board.yours[5 - place] = 0;
    }
    return board;
}

static Board turned(const Board &board) {
    return {board.yours, board.mine};
}

static int search(const Board &board, int depth, int alpha, int beta) {
    looked++;
    if (over(board))
        return board.mine[6] + stones(board.mine) - board.yours[6] - stones(board.yours);
    if (depth == 0 || looked > BUDGET)
        return board.mine[6] - board.yours[6];
    for (int cup = 0; cup < 6 && alpha < beta; cup++)
        if (board.mine[cup] > 0)
            alpha = std::max(alpha, -search(turned(sow(board, cup)), depth - 1, -beta, -alpha));
    return alpha;
}

// Deeper and deeper until the budget is used up; the last depth that was finished counts.
static int think(const Board &board) {
    int choice = 0;
    looked = 0;
    for (int depth = 1; looked <= BUDGET && depth <= 60; depth++) {
        int best = -1, value = -100;
        for (int cup = 0; cup < 6; cup++) {
            if (board.mine[cup] == 0)
                continue;
            int score = -search(turned(sow(board, cup)), depth - 1, -100, -value);
            if (score > value) {
                best = cup;
                value = score;
            }
        }
        if (looked <= BUDGET || depth == 1)
            choice = best;
    }
    return choice;
}

static void show(const Board &board) {
    std::cout << "\nNORTH (me) ";
    for (int i = 5; i >= 0; i--)
        std::cout << std::setw(4) << board.mine[i];
    std::cout << "\n        " << std::setw(3) << board.mine[6] << std::string(24, ' ')
              << std::setw(4) << board.yours[6] << "\nSOUTH (you)";
    for (int i = 0; i < 6; i++)
        std::cout << std::setw(4) << board.yours[i];
    std::cout << "\n" << std::endl;
}

static int ask(const Board &board) {
    for (;;) {
        int cup;
        std::cout << "Your cup (1-6): ";
        if (!(std::cin >> cup))
            std::exit(1);
        if (cup >= 1 && cup <= 6 && board.yours[cup - 1] > 0)
            return cup - 1;
        std::cout << "You cannot play that cup." << std::endl;
    }
}

int main() {
    Board board = {{3, 3, 3, 3, 3, 3, 0}, {3, 3, 3, 3, 3, 3, 0}};
    std::string answer;

    std::cout << "Owari. I am NORTH, you are SOUTH." << std::endl;
    std::cout << "Do you want to go first (y/n)? ";
    std::cin >> answer;
    bool me = answer != "y";
    show(board);
    while (!over(board)) {
        if (me) {
            int cup = think(board);
            std::cout << "I choose cup " << cup + 1 << std::endl;
            board = sow(board, cup);
        } else {
            board = turned(sow(turned(board), ask(board)));
        }
        show(board);
        me = !me;
    }
    std::cout << "Game over: I have " << board.mine[6] + stones(board.mine) << ", you have "
              << board.yours[6] + stones(board.yours) << "." << std::endl;
}
