// Proving final margins: what the tests of a game's moves search.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "margin_tests.hpp"
#include "search.hpp"

namespace owari {

template <class Game>
class Proof final : public MarginTests {
public:
    using Entries = typename Search<Game>::Entries;
    using Position = typename Game::Position;

    // For an unfinished game, whose values are margins; `gained` is added to them. Each thread
    // gives up soon after it has visited `most` positions. `tell` hears of the first bounds and of
    // each that is proven, from any thread but from one at a time: what is left when it stops. The
    // first bounds are those of `known`, where it has the move; no bound is ever wider. Of the
    // first 64 moves only those of the bits `asked` are looked at: the position is worth no more
    // than they are.
    Proof(const Game& game, Entries& table, const Position& position, int gained, Aim aim,
          int threads, std::uint64_t most, const std::atomic<bool>& stop, const Tell& tell,
          const std::vector<MoveBounds>& known, std::uint64_t asked = ~std::uint64_t{0})
        : MarginTests(gained, aim, threads, most, stop, tell),
          game_(game),
          table_(table),
          position_(position) {
        const int bound = game.most(position), plies = game.plies_to_guess(position);
        const auto guesser = std::make_unique<Searcher>(*this);
        auto& search = guesser->search;
        for (int move = game.first_move(); move < game.end_of_moves(); ++move) {
            if (!game.has_move(position, move)) continue;
            if (move >= 0 && move < 64 && !(asked >> move & 1)) continue;
            const auto child = search.made(position, move);
            int guess = 0;
            for (int depth = 1; depth <= plies && !search.stopped; ++depth) {
                guess = search.reply(child, depth, -INFINITE, INFINITE);
            }
            add(move, bound, game.margin(guess), known);
        }
        nodes = search.nodes;
        begin();
    }

private:
    class Searcher final : public Prover {
    public:
        explicit Searcher(const Proof& proof)
            : search(proof.game_, proof.table_, Reuse::any_better, proof.stop_), proof_(proof) {}

        bool holds(int move, int threshold, const std::atomic<bool>& settled,
                   unsigned variety) override {
            search.begin(&settled, proof_.most_, variety);
            const auto child = search.made(proof_.position_, move);
            return search.reply(child, ENDLESS, threshold - 2, threshold - 1) >= threshold - 1;
        }

        std::uint64_t nodes() const override { return search.nodes; }
        bool stopped() const override { return search.stopped; }

        Search<Game> search;

    private:
        const Proof& proof_;
    };

    std::unique_ptr<Prover> prover() const override { return std::make_unique<Searcher>(*this); }

    const Game& game_;
    Entries& table_;
    const Position position_;
};

}  // namespace owari
