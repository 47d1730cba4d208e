// The kernel of Othello as a Python module: plain functions of numbers.
//
// A position is the discs of the side to move and those of the other, bit row * size + column;
// moves are squares by that number, or PASS. Rules are the size of the board and whether it is the
// free game. An evaluation is (mixture, estimate, won, unit): the weights of the counts in
// evaluation.hpp by their names; or those of an estimate, by their names too, a weight for each
// number of empty squares, or Patterns; and what the margin of a finished game is worth in it: won * sign + unit
// * margin.
#include "../shared/module.hpp"

#include <cmath>
#include <memory>

#include "../shared/calling_thread.hpp"
#include "../shared/proof.hpp"
#include "../shared/search_thread.hpp"
#include "game.hpp"
#include "plain_search.hpp"
#include "proof_game.hpp"

// The name under which Python finds it: module_avx2.cpp compiles it another time.
#ifndef MODULE
#define MODULE native_othello
#endif
#define JOINED(one, two) one##two
#define EXPANDED(one, two) JOINED(one, two)
#define QUOTED(name) #name
#define TEXT(name) QUOTED(name)

namespace owari {

constexpr int MOST_VALUE = INFINITE / 4;

struct Rules {
    int size;
    bool free;
};

// The position as Python has it.
struct Given {
    Discs own, other;
};

// What a search goes by.
struct Evaluation {
    OthelloWeights weights;
    OthelloScale scale{0, 1};
};

template <>
struct Convert<Rules> {
    static Rules from(PyObject* object) {
        const auto [size, free] = Convert<std::tuple<int, bool>>::from(object);
        if (size != 4 && size != 6 && size != 8) {
            throw std::invalid_argument("the kernel plays on boards of 4, 6 and 8");
        }
        return {size, free};
    }
};

template <>
struct Convert<Given> {
    static Given from(PyObject* object) {
        const auto [own, other] = Convert<std::tuple<Discs, Discs>>::from(object);
        return {own, other};
    }
};

template <class T>
using Named = std::vector<std::pair<std::string, T>>;

// What an estimate adds up. The patterns are the caller's.
struct Estimate {
    Named<Numbers> features;
    const PatternWeights* patterns = nullptr;
};

static PyTypeObject* patterns_type = nullptr;  // of this module alone: there are two of them

template <>
struct Convert<Estimate> {
    static Estimate from(PyObject* object) {
        if (PyDict_Check(object)) return {Convert<Named<Numbers>>::from(object)};
        check_type(object, *patterns_type);
        return {{}, &Instance<PatternWeights>::of(object)};
    }
};

template <>
struct Convert<Evaluation> {
    static Evaluation from(PyObject* object) {
        const auto [mixture, estimate, won, unit] =
            Convert<std::tuple<Named<double>, Estimate, int, int>>::from(object);
        Evaluation evaluation{{{}, {}, estimate.patterns}, {won, unit}};
        const auto within = [](int number, int most) { return -most <= number && number <= most; };
        bool fits = within(won, MOST_VALUE) && within(unit, MOST_VALUE / 64);
        double largest = 0;
        for (const auto& [name, weight] : mixture) {
            evaluation.weights.mixture[place_of(COUNT_NAMES, name)] = weight;
            largest += 100 * 100 * std::fabs(weight);
        }
        auto& rows = evaluation.weights.estimate;
        for (const auto& [name, weights] : estimate.features) {
            const std::size_t feature = place_of(FEATURE_NAMES, name);
            if (rows.empty()) rows.resize(weights.size());
            if (weights.size() != rows.size()) {
                throw std::invalid_argument("an estimate has as many weights of each kind");
            }
            for (std::size_t empty = 0; empty < rows.size(); ++empty) {
                rows[empty][feature] = weights[empty];
                fits = fits && within(weights[empty], MOST_VALUE / 64 / 64);
            }
        }
        if (!fits || !(largest <= MOST_VALUE)) {  // not a number is not less
            throw std::invalid_argument("the kernel has no room for such large weights");
        }
        return evaluation;
    }
};

namespace {

// The weights of what guides a proof, which asks for margins: an evaluation need not be good for
// that, only near.
const OthelloWeights GUIDE{{0.0, 0.1, 0.05, 0.15, 0.05, 0.02}, {}};

void check(const Rules& rules, const Given& given) {
    const int squares = rules.size * rules.size;
    if (given.own & given.other) throw std::invalid_argument("two discs on one square");
    if (squares < 64 && (given.own | given.other) >> squares) {
        throw std::invalid_argument("a disc beyond the board");
    }
}

void check(const Rules& rules, const Evaluation& evaluation) {
    if (evaluation.weights.patterns && (rules.size != 8 || rules.free)) {
        throw std::invalid_argument("patterns are for the board of 8 by standard rules");
    }
    const std::size_t counts = static_cast<std::size_t>(rules.size * rules.size + 1);
    const std::size_t weights = evaluation.weights.estimate.size();
    if (weights && weights != counts) {
        throw std::invalid_argument("an estimate has " + std::to_string(counts) +
                                    " weights of each kind here, not " + std::to_string(weights));
    }
}

// Calls `body` with the rules as a type. What the module plays is compiled once for each.
template <class Body>
auto with(const Rules& rules, Body body) {
#ifdef USUAL_ONLY
    if (rules.size != 8 || rules.free) {
        throw std::invalid_argument("this module plays on the board of 8 by standard rules");
    }
    return body(Othello<8, false>{});
#else
    switch (rules.size * 2 + rules.free) {
        case 8: return body(Othello<4, false>{});
        case 9: return body(Othello<4, true>{});
        case 12: return body(Othello<6, false>{});
        case 13: return body(Othello<6, true>{});
        case 16: return body(Othello<8, false>{});
        default: return body(Othello<8, true>{});
    }
#endif
}

template <class Game>
void check_unfinished(Game, const Given& given) {
    if (Game::moves(given.own, given.other) || !Game::ended(given.own, given.other)) return;
    throw std::invalid_argument("the game is over");
}

template <class Game>
void check_asked(Game, const Given& given, std::uint64_t asked) {
    const std::uint64_t moves = Game::moves(given.own, given.other);
    if (!moves || moves & asked) return;
    throw std::invalid_argument("no legal move is asked about");
}

Numbers line_of(const std::int8_t* line, int length) { return Numbers(line, line + length); }

using Moves = std::vector<std::tuple<int, std::tuple<Discs, Discs>>>;

Moves moves(const Rules& rules, const Given& given) {
    check(rules, given);
    return with(rules, [&](auto game) {
        using Game = OthelloProofGame<decltype(game)>;
        const Game seen(GUIDE);
        const auto position = Game::start(given.own, given.other);
        Moves found;
        for (int move = Game::first_move(); move < Game::end_of_moves(); ++move) {
            if (!Game::has_move(position, move)) continue;
            const auto child = seen.made(position, move).position;
            found.push_back({move, {child.own, child.other}});
        }
        return found;
    });
}

std::uint64_t perft(const Rules& rules, const Given& given, int plies) {
    check(rules, given);
    return with(rules, [&](auto game) {
        std::uint64_t count = 0;
        Py_BEGIN_ALLOW_THREADS;
        count = perft_othello<decltype(game)>(given.own, given.other, plies);
        Py_END_ALLOW_THREADS;
        return count;
    });
}

int evaluate(const Rules& rules, const Given& given, const Evaluation& evaluation) {
    check(rules, given);
    check(rules, evaluation);
    return with(rules, [&](auto game) {
        using Game = decltype(game);
        return evaluate_othello<Game>(evaluation.weights, given.own, given.other,
                                      Game::moves(given.own, given.other));
    });
}

using Searched = std::tuple<int, bool, std::uint64_t, Numbers>;

Searched plain(const Rules& rules, const Given& given, int depth, const Evaluation& evaluation) {
    check(rules, given);
    check(rules, evaluation);
    check_depth(depth);
    return with(rules, [&](auto game) {
        check_unfinished(game, given);
        std::atomic<bool> stop{false};
        const auto search = std::make_unique<OthelloPlainSearch<decltype(game)>>(
            evaluation.weights, evaluation.scale, stop);
        int value = 0;
        run(0, stop, [&] { value = search->search(given.own, given.other, depth); }, [] {});
        return Searched{value, !search->guessed, search->nodes,
                        line_of(search->line.data(), search->length)};
    });
}

class Engine : public SearchEngine<OthelloEntry> {
public:
    Engine(const Rules& rules, int megabytes, int threads)
        : SearchEngine(megabytes, threads), rules_(rules) {}

    Thought think(const Given& given, int depth, double seconds, const Evaluation& evaluation,
                  bool same_depth, const Callback& on_depth) {
        const Busy busy(busy_);
        check(rules_, given);
        check(rules_, evaluation);
        check_depth(depth);
        return with(rules_, [&](auto rules) {
            check_unfinished(rules, given);
            table_.age();
            const auto think = [&](Watch& watch, const std::atomic<bool>& stop, const Tell& tell) {
                using Game = OthelloGame<decltype(rules)>;
                const Game game(evaluation.weights, evaluation.scale, !same_depth);
                Deepening<Game> search(game, table_, threads_);
                search.think(Game::start(given.own, given.other), 0, depth, same_depth, watch, stop, tell);
            };
            return thought(seconds, on_depth, think, [](const Found& found) {
                return line_of(found.line.data(), found.length);
            });
        });
    }

    std::tuple<AllBounds, std::uint64_t> solve(const Given& given, double seconds,
                                               std::uint64_t most_nodes, Aim aim,
                                               const Callback& on_bounds,
                                               const std::optional<AllBounds>& known,
                                               std::optional<std::uint64_t> squares,
                                               const std::optional<Evaluation>& guide) {
        const Busy busy(busy_);
        check(rules_, given);
        if (guide) check(rules_, *guide);
        const std::uint64_t asked = squares.value_or(~std::uint64_t{0});
        return with(rules_, [&](auto rules) {
            check_unfinished(rules, given);
            check_asked(rules, given, asked);
            const auto bounds = as_moves(known.value_or(AllBounds{}), 0);
            table_.age();
            const auto prove = [&](const std::atomic<bool>& stop, const MarginTests::Tell& tell) {
                using Game = OthelloProofGame<decltype(rules)>;
                const Game game(guide ? guide->weights : GUIDE);
                Proof<Game> proof(game, table_, Game::start(given.own, given.other), 0, aim,
                                  threads_, most_nodes ? most_nodes : ~std::uint64_t{0}, stop, tell,
                                  bounds, asked);
                proof.run();
                return proof.nodes;
            };
            return proved(seconds, on_bounds, prove, [](int move) { return move; });
        });
    }

private:
    const Rules rules_;
};

std::unique_ptr<Engine> make_engine(const Rules& rules, int megabytes, int threads) {
    return std::make_unique<Engine>(rules, megabytes, threads);
}

std::unique_ptr<PatternWeights> make_patterns(std::unique_ptr<Buffer> weights) {
    return std::make_unique<PatternWeights>(weights->data(), weights->size());
}

PyMethodDef engine_methods[] = {
    line<Method<Engine, &Engine::think>>(
        "think",
        "think(position, depth, seconds, evaluation, same_depth, on_depth)\n"
        "-> (value, proven, depth, nodes, line) of the last finished depth; seconds 0 is no limit."),
    line<Method<Engine, &Engine::solve>>(
        "solve",
        "solve(position, seconds, most_nodes, aim, on_bounds, known, squares, guide)\n"
        "-> ([(move, lower, upper), ...], nodes); 0 is no limit, and most_nodes is one for each thread;"
        " on_bounds is told of each bound, and five times a second; the aim is 0 for the margin, 1 for"
        " the best move, 2 for every move; the bounds begin with those of known, by default with what is"
        " possible; moves are looked at where squares has a bit, by default everywhere;"
        " guide is an evaluation for the order of moves."),
    line<Method<Engine, &Engine::clear>>(
        "clear",
        "clear(): forgets what was searched; the next search finds all of its memory at hand."),
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef patterns_methods[] = {{nullptr, nullptr, 0, nullptr}};

PyMethodDef methods[] = {
    line<Function<&moves>>("moves", "moves(rules, position) -> [(move, position), ...]"),
    line<Function<&perft>>(
        "perft",
        "perft(rules, position, plies) -> number of sequences; one that ends sooner counts, too"),
    line<Function<&evaluate>>("evaluate",
                              "evaluate(rules, position, evaluation) -> its value in hundredths"),
    line<Function<&plain>>(
        "plain", "plain(rules, position, depth, evaluation) -> (value, solved, nodes, line)"),
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, TEXT(MODULE), nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

// Whether this processor runs the module for AVX2.
bool has_avx2() {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

template <std::size_t SIZE>
Ref as_list(const std::array<std::string_view, SIZE>& names) {
    return Convert<std::vector<std::string>>::to({names.begin(), names.end()});
}

Ref make_module() {
    Ref module(PyModule_Create(&definition));
    add(module, "Engine",
        Class<&make_engine>::type("owari.engine.kernel." TEXT(MODULE) ".Engine", engine_methods,
                                  "Engine(rules, megabytes, threads)"));
    const Ref patterns =
        Class<&make_patterns>::type("owari.engine.kernel." TEXT(MODULE) ".Patterns",
                                    patterns_methods, "Patterns(weights), in hundredths of a disc");
    patterns_type = reinterpret_cast<PyTypeObject*>(patterns.get());
    add(module, "Patterns", patterns);
    add(module, "COUNTS", as_list(COUNT_NAMES));
    add(module, "FEATURES", as_list(FEATURE_NAMES));
    add(module, "MAX_DEPTH", Convert<int>::to(MAX_DEPTH));
    add(module, "AVX2", Convert<bool>::to(has_avx2()));
    return module;
}

}  // namespace
}  // namespace owari

PyMODINIT_FUNC EXPANDED(PyInit_, MODULE)() {
    return owari::guarded([] { return owari::make_module(); });
}
