// Othello as the proof of margins sees it: values are margins.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../shared/limits.hpp"
#include "endgame.hpp"
#include "evaluation.hpp"
#include "last_plies.hpp"
#include "moves.hpp"
#include "stability.hpp"

namespace owari {

template <class Rules>
class OthelloProofGame : public OthelloMoves<Rules> {
public:
    using typename OthelloMoves<Rules>::Position;
    using typename OthelloMoves<Rules>::Child;
    using S = Squares<Rules::SIZE>;
    static constexpr int LAST_PLIES = 0;
    static constexpr bool FORESEES = false;
    static constexpr int LOOKS_AHEAD = 2;

    // The evaluation is for the order of moves. It need not be good for that, only near.
    explicit OthelloProofGame(const OthelloWeights& guide) : guide_(guide) {}

    static constexpr int most(const Position&) { return S::COUNT; }

    // A first idea of a move's margin: the value after so many plies. The more squares are empty,
    // the more it saves.
    static int plies_to_guess(const Position& position) {
        return std::clamp(empty(position) - 10, 1, 10);
    }
    static int margin(int value) { return value; }

    bool known(const Position& position, int depth, int alpha, int, std::uint64_t& nodes,
               int& value) {
        if (!position.moves && this->ended(position)) {
            value = this->margin_of(position);
            return true;
        }
        if (depth != ENDLESS) return false;
        if (empty(position) <= Endgame<Rules>::MOST) {
            const std::uint64_t before = endgame_.nodes();
            value = endgame_.solve(position.own, position.other, alpha);
            nodes += endgame_.nodes() - before;
            return true;
        }
        if (alpha >= 0) {  // what the opponent cannot lose any more
            value = S::COUNT - 2 * count(stable_discs<Rules::SIZE>(position.other, position.own));
            if (value <= alpha) return true;
        }
        return false;
    }

    int last_plies(const Position& position, int, int, int, std::uint64_t&,
                   std::uint64_t& guessed) const {
        ++guessed;
        return evaluate_othello<Rules>(guide_, position.own, position.other, position.moves) / 100;
    }

    template <class OnMade>
    int children(const Position& position, int depth, int favourite, unsigned variety, Child* list,
                 OnMade on_made) const {
        const int squares = empty(position);
        return this->ordered(position, favourite, variety, list, [&](Child& child) {
            child.asks = child.asks && squares > Endgame<Rules>::MOST + 1;
            on_made(child);
            if (depth == ENDLESS) child.order -= FORESEEN * foreseen(child.position, squares);
        });
    }

    bool settled(const Child& child, int& value) const {
        if (!child.over) return false;
        value = this->margin_of(child.position);
        return true;
    }

private:
    static constexpr int FORESEEN = 4;  // the weight of a hundredth of a disc

    static int empty(const Position& position) {
        return S::COUNT - count(position.own | position.other);
    }

    // What the opponent may expect some plies later: the more squares are empty, the more it saves.
    int foreseen(const Position& position, int squares) const {
        const int plies = squares >= 18 ? 2 : squares >= 16 ? 1 : 0;
        LastPlies<Rules> search(guide_, {0, 100});
        return search.value(position.own, position.other, position.moves, plies, -INFINITE,
                            INFINITE);
    }

    const OthelloWeights& guide_;
    Endgame<Rules> endgame_;
};

}  // namespace owari
