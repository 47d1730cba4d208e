// Deepening, ply by ply, for as long as there is time.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>

#include "search.hpp"
#include "thread_group.hpp"

namespace owari {

struct Found {
    int value = 0;  // for the side to move
    bool proven = false;
    int depth = 0;
    std::uint64_t nodes = 0;
    std::array<std::int8_t, MAX_DEPTH + 1> line{};  // moves of whoever is to move
    int length = 0;
};

using Tell = std::function<void(const Found&)>;

template <class Game>
class Deepening {
public:
    using Searcher = Search<Game>;
    using Position = typename Game::Position;

    Deepening(const Game& game, typename Searcher::Entries& table, int threads)
        : game_(game), table_(table), threads_(threads) {}

    // Deepens ply by ply up to `depth` until `stop` is set, perhaps by the watch, or all is proven;
    // tells of each depth that is finished, in values with `gained` added. With `same_depth` the
    // value and the move are those of a plain search, by one thread.
    void think(const Position& position, int gained, int depth, bool same_depth, Watch& watch,
               const std::atomic<bool>& stop, const Tell& tell) {
        const Reuse reuse = same_depth ? Reuse::same_depth : Reuse::any_better;
        std::atomic<bool> all_stop{false};
        std::atomic<std::uint64_t> helped{0};
        ThreadGroup helpers;
        const Stopping stopping{all_stop};
        for (int i = 1; i < threads_ && !same_depth; ++i) {
            helpers.add([&, i] {
                Searcher helper(game_, table_, reuse, all_stop);
                helper.begin(nullptr, ~std::uint64_t{0}, static_cast<unsigned>(i));
                for (int plies = 1 + i % 2; plies <= depth && !helper.stopped; ++plies) {
                    helper.value(position, plies, -INFINITE, INFINITE);
                }
                helped += helper.nodes;
            });
        }
        Searcher searcher(game_, table_, reuse, stop, &watch);
        Found found;
        for (int plies = 1; plies <= depth; plies = deeper(position, plies, depth)) {
            const std::uint64_t guessed = searcher.guessed;
            const bool deepens = !same_depth && found.length;
            const int first = deepens ? found.line[0] : game_.end_of_moves();
            int move = first;
            const int value = root(searcher, position, plies, first, move);
            if (searcher.stopped) break;
            found.value = value + gained;
            found.proven = searcher.guessed == guessed;
            found.depth = plies;
            found.nodes = searcher.nodes;
            follow(searcher, position, plies, value, move, found);
            if (plies == depth || found.proven) {
                all_stop = true;
                helpers.join();
                found.nodes += helped;
            }
            tell(found);
            if (found.proven) break;
        }
        all_stop = true;
        helpers.join();
    }

private:
    // Whatever ends the search ends that of its helpers.
    struct Stopping {
        std::atomic<bool>& stop;
        ~Stopping() { stop = true; }
    };

    // The depth after one that is finished; `last` is the last one.
    int deeper(const Position& position, int plies, int last) const {
        if constexpr (Game::FORESEES) {
            const int next = game_.deeper(position, plies);
            if (next <= last) return next;
        }
        return plies + 1;
    }

    // The best move, the lowest of equal ones; `first`, if it is one, is tried before the others.
    int root(Searcher& searcher, const Position& position, int depth, int first, int& best_move) {
        int best = -INFINITE;
        ++searcher.nodes;
        const auto attempt = [&](int move) {
            const auto child = searcher.made(position, move);
            int value;
            if (best == -INFINITE) {
                value = searcher.reply(child, depth, -INFINITE, INFINITE);
            } else {
                value = searcher.reply(child, depth, best, best + 1);
                if (value > best) value = searcher.reply(child, depth, best, INFINITE);
            }
            if (!searcher.stopped && value > best) best = value, best_move = move;
        };
        if (first != game_.end_of_moves()) attempt(first);
        for (int move = game_.first_move(); move < game_.end_of_moves(); ++move) {
            if (move == first || !game_.has_move(position, move)) continue;
            attempt(move);
            if (searcher.stopped) break;
        }
        return best;
    }

    // The principal variation, the lowest of equal moves: as deep as was searched, and to the end
    // where there are exact values.
    void follow(Searcher& searcher, Position position, int depth, int value, int move,
                Found& found) {
        found.length = 0;
        for (bool goes_on = true; goes_on;) {
            found.line[found.length++] = static_cast<std::int8_t>(move);
            const auto child = searcher.made(position, move);
            value -= child.gain();
            if (!child.again) value = -value;
            position = child.position;
            --depth;
            if (child.over || found.length == MAX_DEPTH) break;
            if (depth <= 0 && !game_.solved(position)) break;
            goes_on = searcher.find_move(position, std::max(depth, 1), value, move);
        }
    }

    const Game& game_;
    typename Searcher::Entries& table_;
    const int threads_;
};

}  // namespace owari
