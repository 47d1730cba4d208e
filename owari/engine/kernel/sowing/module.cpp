// The kernel of the sowing games as a Python module: plain functions of numbers and buffers.
//
// A position is a tuple of all cells in board order and whether South is to move; what comes out is
// seen by the side to move, pits numbered on the board.
#include "../shared/module.hpp"

#include <type_traits>
#include <variant>

#include "../shared/calling_thread.hpp"
#include "../shared/memory.hpp"
#include "../shared/proof.hpp"
#include "../shared/search_thread.hpp"
#include "endgame_builder.hpp"
#include "game.hpp"
#include "plain_search.hpp"

namespace owari {

using Six = Board<std::uint64_t, 6>;     // Owari and Kalah as they are usually played
using Narrow = Board<std::uint64_t, 0>;  // up to seven pits a side
using Broad = Board<Wide, 0>;            // up to twelve
using AnyBoard =
    std::variant<std::unique_ptr<Six>, std::unique_ptr<Narrow>, std::unique_ptr<Broad>>;

// A position as Python has it.
struct Given {
    Numbers cells;
    bool south;
};

template <>
struct Convert<Rules> {
    static Rules from(PyObject* object) {
        const auto [pits, extra_turn, capture] = Convert<std::tuple<int, bool, int>>::from(object);
        if (pits < 1 || pits > MAX_PITS || capture < 0 ||
            capture > static_cast<int>(Capture::both_always)) {
            throw std::invalid_argument("the kernel has no such rules");
        }
        return {pits, extra_turn, static_cast<Capture>(capture)};
    }
};

template <>
struct Convert<Evaluation> {
    static Evaluation from(PyObject* object) {
        return evaluation_named(Convert<std::string>::from(object));
    }
};

template <>
struct Convert<Given> {
    static Given from(PyObject* object) {
        auto [cells, south] = Convert<std::tuple<Numbers, bool>>::from(object);
        long sum = 0;
        for (const int stones : cells) {
            if (stones < 0 || (sum += stones) > MAX_STONES) {
                throw std::invalid_argument("the kernel plays with at most " +
                                            std::to_string(MAX_STONES) + " stones");
            }
        }
        return {std::move(cells), south};
    }
};

namespace {

AnyBoard make_board(const Rules& rules) {
    if (rules.pits == 6) return std::make_unique<Six>(rules);
    if (rules.pits <= Narrow::WIDTH) return std::make_unique<Narrow>(rules);
    return std::make_unique<Broad>(rules);
}

// Calls `body` with the board as the type that it is.
template <class Body>
auto with(const AnyBoard& board, Body body) {
    return std::visit([&](const auto& pointer) { return body(*pointer); }, board);
}

template <class Board>
typename Board::Position position_from(const Board& board, const Given& given) {
    const int half = board.pits() + 1;
    if (static_cast<int>(given.cells.size()) != 2 * half) {
        throw std::invalid_argument(std::to_string(2 * half) + " cells expected, " +
                                    std::to_string(given.cells.size()) + " given");
    }
    typename Board::Position position{0, 0};
    for (int i = 0; i < half; ++i) {
        position.own += Board::lanes(i, given.cells[given.south ? i : half + i]);
        position.other += Board::lanes(i, given.cells[given.south ? half + i : i]);
    }
    return position;
}

template <class Board>
bool is_over(const Board& board, const typename Board::Position& position) {
    return !board.row(position.own) || !board.row(position.other);
}

template <class Board>
typename Board::Position unfinished_from(const Board& board, const Given& given) {
    const auto position = position_from(board, given);
    if (is_over(board, position)) throw std::invalid_argument("the game is over");
    return position;
}

// The pit of the board that is a place in the row of South or North.
int cell_of(bool south, int place, int pits) { return south ? place : pits + 1 + place; }

// A line of play as board pits.
template <class Board>
Numbers line_of(const Board& board, typename Board::Position position, bool south,
                const std::int8_t* line, int length) {
    Numbers cells;
    for (int i = 0; i < length; ++i) {
        cells.push_back(cell_of(south, line[i], board.pits()));
        if (!board.play(position, line[i])) south = !south;
    }
    return cells;
}

using Moves = std::vector<std::tuple<int, Numbers, bool>>;

Moves moves(const Rules& rules, const Given& given) {
    return with(make_board(rules), [&](const auto& board) {
        using B = std::decay_t<decltype(board)>;
        const auto position = position_from(board, given);
        const int half = board.pits() + 1;
        Moves found;
        for (int pit = 0; pit < board.pits() && !is_over(board, position); ++pit) {
            if (!B::lane(position.own, pit)) continue;
            auto child = position;
            const bool south = board.play(child, pit) == given.south;
            Numbers cells(2 * half);
            for (int i = 0; i < half; ++i) {
                cells[i] = B::lane(south ? child.own : child.other, i);
                cells[half + i] = B::lane(south ? child.other : child.own, i);
            }
            found.emplace_back(cell_of(given.south, pit, board.pits()), std::move(cells), south);
        }
        return found;
    });
}

std::uint64_t count_games(const Rules& rules, const Given& given, int plies) {
    return with(make_board(rules), [&](const auto& board) {
        const auto position = position_from(board, given);
        std::uint64_t count = 0;
        Py_BEGIN_ALLOW_THREADS;
        count = perft(board, position, plies);
        Py_END_ALLOW_THREADS;
        return count;
    });
}

using Searched = std::tuple<int, bool, std::uint64_t, Numbers>;

Searched plain(const Rules& rules, const Given& given, int depth, Evaluation evaluation) {
    check_depth(depth);
    return with(make_board(rules), [&](const auto& board) {
        using B = std::decay_t<decltype(board)>;
        const auto position = position_from(board, given);
        std::atomic<bool> stop{false};
        const auto search = std::make_unique<PlainSearch<B>>(board, evaluation, stop);
        int value = 0;
        run(0, stop, [&] { value = search->search(position, depth); }, [] {});
        return Searched{value, !search->guessed, search->nodes,
                        line_of(board, position, given.south, search->line.data(), search->length)};
    });
}

std::uint64_t size(int pits, int stones) {
    if (pits < 1 || pits > MAX_PITS || stones < 0 || stones > Layout::MOST) {
        throw std::invalid_argument("an endgame table has 0 to " + std::to_string(Layout::MOST) +
                                    " stones");
    }
    return static_cast<std::uint64_t>(Layout::positions(pits, stones));
}

void check_room(int pits, int stones, const Buffer& buffer) {
    if (stones < 0 || stones > Layout::MOST ||
        Layout::positions(pits, stones) > static_cast<double>(buffer.size())) {
        throw std::invalid_argument("the buffer does not have room for the table");
    }
}

void build(const Rules& rules, int first, int stones, int threads, double seconds,
           const Writable& values, const Callback& progress) {
    if (first < 0) throw std::invalid_argument("there is no layer below that of no stones");
    const Buffer& buffer = *values.buffer;
    check_room(rules.pits, stones, buffer);
    if (first == 0) use_large_pages(buffer.data(), buffer.size());
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> finished{0};
    const auto work = [&] {
        const Layout layout(rules.pits, stones);
        Builder builder(rules, layout, static_cast<Value*>(buffer.data()), finished, stop);
        builder.build(threads, first);
    };
    std::uint64_t told = 0;
    run(seconds, stop, work, [&] {
        if (!progress || finished == told) return;
        told = finished;
        progress(told);
    });
}

class Engine : public SearchEngine<SowingEntry> {
public:
    Engine(const Rules& rules, int megabytes, int threads)
        : SearchEngine(megabytes, threads), board_(make_board(rules)) {}

    void use(int stones, std::unique_ptr<Buffer> values) {
        const Busy busy(busy_);
        const int pits = with(board_, [](const auto& board) { return board.pits(); });
        check_room(pits, stones, *values);
        layout_ = std::make_unique<Layout>(pits, stones);
        values_ = std::move(values);
    }

    Thought think(const Given& given, int depth, double seconds, Evaluation evaluation,
                  bool same_depth, const Callback& on_depth) {
        const Busy busy(busy_);
        check_depth(depth);
        return with(board_, [&](const auto& board) {
            using B = std::decay_t<decltype(board)>;
            const auto position = unfinished_from(board, given);
            table_.age();
            const auto known = same_depth ? Endgames{} : endgames();
            const auto think = [&](Watch& watch, const std::atomic<bool>& stop, const Tell& tell) {
                const auto search = [&](const auto& game) {
                    Deepening<std::decay_t<decltype(game)>> search(game, table_, threads_);
                    search.think(game.start(position), game.gained(position), depth, same_depth,
                                 watch, stop, tell);
                };
                if (additive(evaluation)) search(Sowing<B, true>(board, known, evaluation));
                else search(Sowing<B, false>(board, known, evaluation));
            };
            return thought(seconds, on_depth, think, [&](const Found& found) {
                return line_of(board, position, given.south, found.line.data(), found.length);
            });
        });
    }

    std::tuple<AllBounds, std::uint64_t> solve(const Given& given, double seconds,
                                               std::uint64_t most_nodes, Aim aim,
                                               const Callback& on_bounds,
                                               const std::optional<AllBounds>& known) {
        const Busy busy(busy_);
        return with(board_, [&](const auto& board) {
            using Game = Sowing<std::decay_t<decltype(board)>, true>;
            const auto position = unfinished_from(board, given);
            const auto bounds =
                as_moves(known.value_or(AllBounds{}), cell_of(given.south, 0, board.pits()));
            table_.age();
            const auto prove = [&](const std::atomic<bool>& stop, const MarginTests::Tell& tell) {
                const Game game(board, endgames(), Evaluation::goals);
                Proof<Game> proof(game, table_, game.start(position), game.gained(position), aim,
                                  threads_, most_nodes ? most_nodes : ~std::uint64_t{0}, stop,
                                  tell, bounds);
                proof.run();
                return proof.nodes;
            };
            return proved(seconds, on_bounds, prove,
                          [&](int pit) { return cell_of(given.south, pit, board.pits()); });
        });
    }

private:
    Endgames endgames() const {
        if (!layout_) return {};
        return {layout_->ranks.most(), layout_.get(), static_cast<const Value*>(values_->data())};
    }

    const AnyBoard board_;
    std::unique_ptr<Layout> layout_;
    std::unique_ptr<Buffer> values_;
};

std::unique_ptr<Engine> make_engine(const Rules& rules, int megabytes, int threads) {
    return std::make_unique<Engine>(rules, megabytes, threads);
}

PyMethodDef engine_methods[] = {
    line<Method<Engine, &Engine::think>>(
        "think",
        "think(position, depth, seconds, evaluation, same_depth, on_depth)\n"
        "-> (value, proven, depth, nodes, line) of the last finished depth; seconds 0 is no limit."),
    line<Method<Engine, &Engine::solve>>(
        "solve",
        "solve(position, seconds, most_nodes, aim, on_bounds, known) -> ([(pit, lower, upper), ...],"
        " nodes); 0 is no limit, and most_nodes is one for each thread; on_bounds is told of each bound,"
        " and five times a second; the aim is 0 for the margin, 1 for the best move, 2 for every move;"
        " the bounds begin with those of known, by default with what is possible."),
    line<Method<Engine, &Engine::use>>(
        "use",
        "use(stones, endgames): from now on, the values of a table that `build` has filled."),
    line<Method<Engine, &Engine::grow>>(
        "grow",
        "grow(megabytes, seconds): gets a table of that size, if it is larger and the time, 0 is no"
        " limit, is enough; forgets nothing."),
    line<Method<Engine, &Engine::clear>>(
        "clear",
        "clear(): forgets what was searched; the next search finds all of its memory at hand."),
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef methods[] = {
    line<Function<&moves>>("moves", "moves(rules, position) -> [(pit, cells, south), ...]"),
    line<Function<&count_games>>("perft", "perft(rules, position, plies) -> number of sequences"),
    line<Function<&plain>>(
        "plain", "plain(rules, position, depth, evaluation) -> (value, solved, nodes, line)"),
    line<Function<&size>>("size", "size(pits, stones) -> bytes of an endgame table"),
    line<Function<&build>>(
        "build",
        "build(rules, first, stones, threads, seconds, buffer, progress): the layers from `first` to"
        " `stones`, one after the other; the buffer may have room for more. `progress` is told how"
        " many positions are finished, at the end too; 0 is no limit of the time."),
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "native_sowing",
                          nullptr,
                          0,
                          methods,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

Ref make_module() {
    Ref module(PyModule_Create(&definition));
    std::vector<std::string> names;
    for (const auto& each : EVALUATIONS) names.emplace_back(each.name);
    add(module, "Engine",
        Class<&make_engine>::type("owari.engine.kernel.native_sowing.Engine", engine_methods,
                                  "Engine(rules, megabytes, threads)"));
    add(module, "EVALUATIONS", Convert<std::vector<std::string>>::to(names));
    add(module, "MAX_STONES", Convert<int>::to(MAX_STONES));
    add(module, "MAX_DEPTH", Convert<int>::to(MAX_DEPTH));
    add(module, "MOST_ENDGAME_STONES", Convert<int>::to(Layout::MOST));
    return module;
}

}  // namespace
}  // namespace owari

PyMODINIT_FUNC PyInit_native_sowing() {
    return owari::guarded([] { return owari::make_module(); });
}
