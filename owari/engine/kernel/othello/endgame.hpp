// The last squares of Othello, solved without the table that all threads share: its memory would
// take longer than the answer, and most of a proof is spent here.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../../games/native/othello_board.hpp"
#include "last_squares.hpp"
#include "near_table.hpp"
#include "regions.hpp"
#include "stability.hpp"

namespace owari {

// Values are margins of the side to move, fail-soft: above `alpha` a lower bound, else an upper
// one.
template <class Game>
class Endgame {
public:
    static constexpr int SIZE = Game::SIZE;
    using S = Squares<SIZE>;
    static constexpr int MOST = 11;  // empty squares, at least so many as it is worth to solve here

    // The final margin of a position with at least one empty square.
    int solve(Discs own, Discs other, int alpha) {
        const Discs empty = S::ALL & ~(own | other);
        const int odd = R::odd(empty), many = count(empty);
        int squares[3]{};
        for (Discs left = empty, i = 0; left && i < 3; left &= left - 1, ++i) {
            squares[i] = first_of(left);
        }
        const auto [a, b, c] = squares;
        switch (many) {
            case 1: return last_.one(own, other, a, alpha);
            case 2: return last_.two(own, other, a, b, alpha);
            case 3: return last_.three(own, other, a, b, c, odd, alpha);
            default: return inner(own, other, empty, many, odd, alpha);
        }
    }

    std::uint64_t nodes() const { return nodes_ + last_.nodes; }

private:
    using R = Regions<SIZE>;
    using Last = LastSquares<Game>;
    static constexpr int NOTHING = Last::NOTHING;

    // Empty squares: so few are tried in a fixed order, so many are worth a place in the table.
    static constexpr int BY_PARITY = 5, KEPT = 8;
    static constexpr int FAVOURITE = 1 << 10;

    struct Reply {
        Discs own, other;
        int square, order;
    };

    int inner(Discs own, Discs other, Discs empty, int many, int odd, int alpha) {
        if (many == 4) return last_.four(own, other, empty, odd, alpha);
        if (many <= BY_PARITY) return by_parity(own, other, empty, many, odd, alpha);
        return by_mobility(own, other, empty, many, odd, alpha);
    }

    // What a move is worth, `square` being taken already.
    int after(Discs own, Discs other, int square, Discs empty, int many, int odd, int alpha) {
        return -inner(own, other, empty ^ bit(square), many - 1, odd ^ R::region(square), ~alpha);
    }

    // Every move, those of odd regions first.
    int by_parity(Discs own, Discs other, Discs empty, int many, int odd, int alpha,
                  bool passed = false) {
        ++nodes_;
        int best = NOTHING;
        const Discs first = empty & R::SQUARES[odd];
        for (Discs squares : {first, empty ^ first}) {
            for (; squares; squares &= squares - 1) {
                const int square = first_of(squares);
                Discs flipped;
                if (!Last::plays(own, other, square, flipped)) continue;
                const int value = after(other & ~flipped, own | flipped | bit(square), square,
                                        empty, many, odd, alpha);
                if (value > alpha) return value;
                best = std::max(best, value);
            }
        }
        if (best != NOTHING) return best;
        if (passed || Game::FREE) return Game::margin(own, other);
        return -by_parity(other, own, empty, many, odd, ~alpha, true);
    }

    // Every move, those that leave the opponent the fewest first.
    int by_mobility(Discs own, Discs other, Discs empty, int many, int odd, int alpha,
                    bool passed = false) {
        ++nodes_;
        if (alpha >= many) {  // what the opponent cannot lose any more
            const int most = S::COUNT - 2 * count(stable_discs<SIZE>(other, own));
            if (most <= alpha) return most;
        }
        NearTable::Slot* const slot = many >= KEPT ? &near_.slot(own, other) : nullptr;
        int favourite = -1;
        if (slot && slot->is(own, other)) {
            if (slot->lower > alpha) return slot->lower;
            if (slot->upper <= alpha) return slot->upper;
            favourite = slot->move;
        }
        const Discs moves = Game::moves(own, other);
        if (!moves) {
            if (passed || Game::ended(own, other)) return Game::margin(own, other);
            return -by_mobility(other, own, empty, many, odd, ~alpha, true);
        }
        Reply replies[MOST];
        const int found = make(replies, own, other, moves, many);
        if (const Reply* known = many > KEPT ? refuted(replies, found, alpha) : nullptr) {
            return -near_.slot(known->own, known->other).upper;
        }
        sort(replies, found, odd, favourite);
        int best = NOTHING, move = -1;
        for (int i = 0; i < found && best <= alpha; ++i) {
            const Reply& reply = replies[i];
            const int value = after(reply.own, reply.other, reply.square, empty, many, odd, alpha);
            if (value > best) best = value, move = reply.square;
        }
        if (slot) slot->keep(own, other, alpha, best, move);
        return best;
    }

    int make(Reply* replies, Discs own, Discs other, Discs moves, int many) {
        int found = 0;
        for (; moves; moves &= moves - 1) {
            const int square = first_of(moves);
            const Discs flipped = flips<SIZE>(own, other, square);
            const Reply& reply =
                replies[found++] = {other & ~flipped, own | flipped | bit(square), square, 0};
            if (many > KEPT) near_.prefetch(reply.own, reply.other);
        }
        return found;
    }

    // A reply that the table knows to be bad enough: an enhanced transposition cut-off (Schaeffer
    // and Plaat, "New advances in alpha-beta searching", 1996).
    const Reply* refuted(const Reply* replies, int found, int alpha) {
        for (const Reply* reply = replies; reply < replies + found; ++reply) {
            const auto& slot = near_.slot(reply->own, reply->other);
            if (slot.is(reply->own, reply->other) && -slot.upper > alpha) return reply;
        }
        return nullptr;
    }

    static void sort(Reply* replies, int found, int odd, int favourite) {
        for (int i = 0; i < found; ++i) {
            Reply reply = replies[i];
            const Discs theirs = Game::moves(reply.own, reply.other);
            reply.order = 4 * count(theirs) + 2 * count(theirs & S::CORNERS) -
                          ((odd & R::region(reply.square)) != 0) -
                          (reply.square == favourite ? FAVOURITE : 0);
            int place = i;
            for (; place > 0 && replies[place - 1].order > reply.order; --place) {
                replies[place] = replies[place - 1];
            }
            replies[place] = reply;
        }
    }

    Last last_;
    NearTable near_;
    std::uint64_t nodes_ = 0;
};

}  // namespace owari
