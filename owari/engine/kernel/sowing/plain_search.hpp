// Plain alpha-beta to a fixed depth: the twin of the reference search, node for node.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "../../../games/native/sowing_board.hpp"
#include "../shared/limits.hpp"
#include "evaluations.hpp"

namespace owari {

// The positions at the end of a number of plies; a finished game does not go on.
template <class Board>
std::uint64_t perft(const Board& board, typename Board::Position position, int plies) {
    if (plies == 0) return 1;
    if (!board.row(position.own) || !board.row(position.other)) return 0;
    std::uint64_t total = 0;
    for (int pit = 0; pit < board.pits(); ++pit) {
        if (!Board::lane(position.own, pit)) continue;
        typename Board::Position child = position;
        board.play(child, pit);
        total += perft(board, child, plies - 1);
    }
    return total;
}

template <class Board>
class PlainSearch {
public:
    using Position = typename Board::Position;
    using Word = typename Board::Word;

    PlainSearch(const Board& board, Evaluation evaluation, const std::atomic<bool>& stop)
        : board_(board), evaluation_(evaluation), stop_(stop) {}

    // The value for the side to move; the game must not be over, and 1 <= depth <= MAX_DEPTH. What
    // it says after `stop` was set means nothing.
    int search(const Position& position, int depth) {
        nodes = 0;
        guessed = false;
        int value;
        switch (evaluation_) {
            case Evaluation::goals: value = root<Evaluation::goals>(position, depth); break;
            case Evaluation::material: value = root<Evaluation::material>(position, depth); break;
            default: value = root<Evaluation::goals_and_row>(position, depth);
        }
        length = lengths_[depth];
        std::copy_n(lines_[depth].begin(), length, line.begin());
        return value;
    }

    std::uint64_t nodes = 0;
    bool guessed = false;  // some leaf was not a finished game
    std::array<std::int8_t, MAX_DEPTH + 1> line{};
    int length = 0;

private:
    template <Evaluation EVALUATION>
    int root(const Position& position, int depth) {
        ++nodes;
        return node<EVALUATION>(position, depth, -INFINITE, INFINITE);
    }

    // Of a node whose game is not over, and which is counted already.
    template <Evaluation EVALUATION>
    int node(Position position, int depth, int alpha, int beta) {
        if (depth == 1 && several(position.own) && several(position.other)) {
            return last<EVALUATION>(position, alpha, beta);
        }
        return inner<EVALUATION>(position, depth, alpha, beta);
    }

    template <Evaluation EVALUATION>
    [[gnu::noinline]] int inner(Position position, int depth, int alpha, int beta) {
        if (stop_.load(std::memory_order_relaxed)) return 0;
        int best = -INFINITE;
        for (Word marks = board_.marks(board_.row(position.own)); marks; marks &= marks - 1) {
            const int pit = Board::first(marks);
            Position child = position;
            const bool again = board_.play(child, pit);
            ++nodes;
            int value;
            const bool ended = !board_.row(child.own) || !board_.row(child.other);
            if (ended || depth == 1) {
                value = ended ? over<EVALUATION>(child) : leaf<EVALUATION>(child);
                if (!again) value = -value;
                lengths_[depth - 1] = 0;
            } else if (again) {
                value = node<EVALUATION>(child, depth - 1, alpha, beta);
            } else {
                value = -node<EVALUATION>(child, depth - 1, -beta, -alpha);
            }
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            alpha = value;
            if (alpha >= beta) break;
            keep(depth, pit);
        }
        return best;
    }

    bool several(Word word) const {
        const Word marks = Board::marks(board_.row(word));
        return marks & (marks - 1);
    }

    // A node whose children are all leaves: more than half of the work of a search. No move ends
    // the game, since each side has stones in several pits, and a move empties one of each at most.
    template <Evaluation EVALUATION>
    [[gnu::noinline]] int last(Position position, int alpha, int beta) {
        const int before = unfinished(EVALUATION, goals(position), rows<EVALUATION>(position));
        int best = -INFINITE, count = 0;
        for (Word marks = Board::marks(board_.row(position.own)); marks; marks &= marks - 1) {
            ++count;
            best = std::max(best, before + gain<EVALUATION>(position, Board::first(marks)));
            if (best >= beta) break;
        }
        nodes += count;
        guessed = true;
        if (best > alpha && best < beta) keep_last<EVALUATION>(position, best - before);
        return best;
    }

    // The first move that gains so much is found again: it is seldom asked for.
    template <Evaluation EVALUATION>
    [[gnu::noinline]] void keep_last(Position position, int best) {
        Word marks = Board::marks(board_.row(position.own));
        while (gain<EVALUATION>(position, Board::first(marks)) != best) marks &= marks - 1;
        keep(1, Board::first(marks));
    }

    template <Evaluation EVALUATION>
    int gain(Position position, int pit) const {
        const auto gain = board_.gain(position, pit);
        return unfinished(EVALUATION, gain.goals, gain.rows);
    }

    template <Evaluation EVALUATION>
    int leaf(const Position& position) {
        guessed = true;
        return unfinished(EVALUATION, goals(position), rows<EVALUATION>(position));
    }

    template <Evaluation EVALUATION>
    int over(const Position& position) const {
        return finished(EVALUATION, goals(position) + rows<Evaluation::material>(position));
    }

    // The lead of the side to move in the goals and, if the evaluation needs them, in the rows.
    int goals(const Position& position) const {
        return board_.goal(position.own) - board_.goal(position.other);
    }
    template <Evaluation EVALUATION>
    int rows(const Position& position) const {
        if (EVALUATION == Evaluation::goals) return 0;
        return Board::sum(board_.row(position.own)) - Board::sum(board_.row(position.other));
    }

    [[gnu::noinline]] void keep(int depth, int pit) {
        lines_[depth][0] = static_cast<std::int8_t>(pit);
        const int length = lengths_[depth - 1];
        std::copy_n(lines_[depth - 1].begin(), length, lines_[depth].begin() + 1);
        lengths_[depth] = length + 1;
    }

    const Board& board_;
    Evaluation evaluation_;
    const std::atomic<bool>& stop_;
    std::array<std::array<std::int8_t, MAX_DEPTH + 1>, MAX_DEPTH + 1> lines_{};  // by depth
    std::array<int, MAX_DEPTH + 1> lengths_{};
};

}  // namespace owari
