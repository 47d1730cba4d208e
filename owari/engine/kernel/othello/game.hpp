// Othello as the search for a good move sees it: values are an evaluation's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "endgame.hpp"
#include "evaluation.hpp"
#include "foresight.hpp"
#include "last_plies.hpp"
#include "moves.hpp"

namespace owari {

template <class Rules>
class OthelloGame : public OthelloMoves<Rules> {
public:
    using typename OthelloMoves<Rules>::Position;
    using typename OthelloMoves<Rules>::Child;
    static constexpr int LAST_PLIES = LastPlies<Rules>::MOST;
    static constexpr bool FORESEES = HAS_PATTERNS<Rules>;
    static constexpr int LOOKS_AHEAD = LAST_PLIES + 2;

    // With `foresees`, and by patterns, it says what searches of fewer plies make likely, and looks
    // from the last squares to the end of the game: the value is not that of a plain search.
    OthelloGame(const OthelloWeights& weights, OthelloScale scale, bool foresees)
        : weights_(weights), scale_(scale), foresees_(foresees && weights.patterns) {}
    OthelloGame(const OthelloGame& game)
        : weights_(game.weights_), scale_(game.scale_), foresees_(game.foresees_) {}

    bool known(const Position& position, int depth, int alpha, int beta, std::uint64_t& nodes,
               int& value) {
        if (!position.moves && this->ended(position)) {
            value = scale_.finished(this->margin_of(position));
            return true;
        }
        const int empty = empty_of(position);
        if (!foresees_ || beta - alpha > 1 || depth < empty || empty > SOLVED) return false;
        if (!endgame_) endgame_ = std::make_unique<Endgame<Rules>>();
        const std::uint64_t before = endgame_->nodes();
        value = scale_.unit * endgame_->solve(position.own, position.other, margin_below(alpha));
        nodes += endgame_->nodes() - before;
        return true;
    }

    // Whether the value of a search is foretold by one of fewer plies.
    bool probe(const Position& position, int depth, Probe& probe) const {
        const int empty = empty_of(position);
        if (!foresees_ || !position.moves || !Foresight::has(empty, depth)) return false;
        Foresight::set(empty, depth, probe);
        probe.guess =
            evaluate_othello<Rules>(weights_, position.own, position.other, position.moves);
        return true;
    }

    // The depth to search after one that is finished.
    int deeper(const Position& position, int depth) const {
        return foresees_ ? Foresight::deeper(empty_of(position), depth) : depth + 1;
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
    static constexpr int SOLVED = 10;  // empty squares from which on the end is looked at

    static int empty_of(const Position& position) {
        return Squares<Rules::SIZE>::COUNT - count(position.own | position.other);
    }

    // The largest margin whose value is not above this one; patterns add nothing for winning.
    int margin_below(int value) const {
        constexpr int MOST = Squares<Rules::SIZE>::COUNT + 1;  // more than any margin
        const int bounded = std::clamp(value, -MOST * scale_.unit, MOST * scale_.unit);
        return (bounded + MOST * scale_.unit) / scale_.unit - MOST;
    }

    const OthelloWeights& weights_;
    const OthelloScale scale_;
    const bool foresees_;
    std::unique_ptr<Endgame<Rules>> endgame_;
};

}  // namespace owari
