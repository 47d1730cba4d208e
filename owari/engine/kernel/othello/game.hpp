// Othello as the search for a good move sees it: values are an evaluation's.
#pragma once

#include <cstdint>

#include "evaluation.hpp"
#include "last_plies.hpp"
#include "moves.hpp"

namespace owari {

template <class Rules>
class OthelloGame : public OthelloMoves<Rules> {
public:
    using typename OthelloMoves<Rules>::Position;
    using typename OthelloMoves<Rules>::Child;
    static constexpr int LAST_PLIES = LastPlies<Rules>::MOST;
    static constexpr int LOOKS_AHEAD = LAST_PLIES + 2;

    OthelloGame(const OthelloWeights& weights, OthelloScale scale)
        : weights_(weights), scale_(scale) {}

    bool known(const Position& position, int, int, int, std::uint64_t&, int& value) const {
        if (position.moves || !this->ended(position)) return false;
        value = scale_.finished(this->margin_of(position));
        return true;
    }

    // The value of an unfinished position, at most LAST_PLIES from the evaluation.
    int last_plies(const Position& position, int depth, int alpha, int beta, std::uint64_t& nodes,
                   std::uint64_t& guessed) const {
        LastPlies<Rules> plies(weights_, scale_);
        const int value =
            plies.value(position.own, position.other, position.moves, depth, alpha, beta);
        nodes += plies.nodes;
        guessed += plies.guessed;
        return value;
    }

    template <class OnMade>
    int children(const Position& position, int depth, int favourite, unsigned variety, Child* list,
                 OnMade on_made) const {
        return this->ordered(position, favourite, variety, list, [&](Child& child) {
            child.asks = child.asks && depth > LAST_PLIES + 1;
            on_made(child);
        });
    }

    bool settled(const Child& child, int& value) const {
        if (!child.over) return false;
        value = scale_.finished(this->margin_of(child.position));
        return true;
    }

private:
    const OthelloWeights& weights_;
    const OthelloScale scale_;
};

}  // namespace owari
