// The kernel of the sowing games as a Python module: plain functions of numbers and buffers.
//
// A position is a tuple of all cells in board order and whether South is to move; what comes out is
// seen by the side to move, pits numbered on the board.

#include "binding.hpp"

#include <string>
#include <variant>

#include "memory.hpp"
#include "plain.hpp"
#include "sowing.hpp"

namespace {

using namespace owari;

using Six = Board<std::uint64_t, 6>;      // Owari and Kalah as they are usually played
using Narrow = Board<std::uint64_t, 0>;   // up to seven pits a side
using Broad = Board<Wide, 0>;             // up to twelve
using AnyBoard = std::variant<std::unique_ptr<Six>, std::unique_ptr<Narrow>, std::unique_ptr<Broad>>;

AnyBoard make_board(const Rules& rules) {
    if (rules.pits == 6) return std::make_unique<Six>(rules);
    if (rules.pits <= Narrow::WIDTH) return std::make_unique<Narrow>(rules);
    return std::make_unique<Broad>(rules);
}

bool rules_from(PyObject* object, void* address) {
    int pits, extra, capture;
    if (!PyArg_ParseTuple(object, "iii", &pits, &extra, &capture)) return false;
    if (pits < 1 || pits > MAX_PITS || capture < 0 || capture > 2) {
        PyErr_SetString(PyExc_ValueError, "the kernel has no such rules");
        return false;
    }
    *static_cast<Rules*>(address) = {pits, extra != 0, static_cast<Capture>(capture)};
    return true;
}
int to_rules(PyObject* object, void* address) { return rules_from(object, address); }

// A position as Python has it.
struct Given {
    std::vector<int> cells;
    bool south;
};

int to_given(PyObject* object, void* address) {
    PyObject* cells;
    int south;
    if (!PyArg_ParseTuple(object, "O!p", &PyTuple_Type, &cells, &south)) return 0;
    auto* given = static_cast<Given*>(address);
    given->south = south;
    long sum = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(cells); ++i) {
        const long stones = PyLong_AsLong(PyTuple_GET_ITEM(cells, i));
        if (stones == -1 && PyErr_Occurred()) return 0;
        if (stones < 0 || (sum += stones) > MAX_STONES) {
            PyErr_Format(PyExc_ValueError, "the kernel plays with at most %d stones", MAX_STONES);
            return 0;
        }
        given->cells.push_back(static_cast<int>(stones));
    }
    return 1;
}

template <class Board>
typename Board::Position position_from(const Board& board, const Given& given) {
    const int half = board.pits() + 1;
    if (static_cast<int>(given.cells.size()) != 2 * half) {
        PyErr_Format(PyExc_ValueError, "%d cells expected, %d given", 2 * half,
                     static_cast<int>(given.cells.size()));
        throw PythonError{};
    }
    typename Board::Position position{0, 0};
    for (int i = 0; i < half; ++i) {
        position.own += Board::lanes(i, given.cells[given.south ? i : half + i]);
        position.other += Board::lanes(i, given.cells[given.south ? half + i : i]);
    }
    return position;
}

// The pit of the board that is a place in the row of South or North.
int cell_of(bool south, int place, int pits) { return south ? place : pits + 1 + place; }

// A line of play as board pits.
template <class Board>
PyObject* line_of(const Board& board, typename Board::Position position, bool south,
                  const std::int8_t* line, int length) {
    PyObject* list = PyTuple_New(length);
    if (!list) throw PythonError{};
    for (int i = 0; i < length; ++i) {
        PyTuple_SET_ITEM(list, i, PyLong_FromLong(cell_of(south, line[i], board.pits())));
        if (!board.play(position, line[i])) south = !south;
    }
    return list;
}

template <class Board>
bool is_over(const Board& board, const typename Board::Position& position) {
    return !board.row(position.own) || !board.row(position.other);
}

PyObject* py_moves(PyObject*, PyObject* args) {
    Rules rules;
    Given given;
    if (!PyArg_ParseTuple(args, "O&O&", to_rules, &rules, to_given, &given)) return nullptr;
    return guarded([&] {
        return std::visit(
            [&](const auto& pointer) {
                const auto& board = *pointer;
                using B = std::decay_t<decltype(board)>;
                const auto position = position_from(board, given);
                PyObject* list = PyList_New(0);
                const int half = board.pits() + 1;
                for (int pit = 0; pit < board.pits() && !is_over(board, position); ++pit) {
                    if (!B::lane(position.own, pit)) continue;
                    auto child = position;
                    const bool again = board.play(child, pit);
                    const bool south = again == given.south;
                    PyObject* cells = PyTuple_New(2 * half);
                    for (int i = 0; i < half; ++i) {
                        const auto mine = south ? child.own : child.other;
                        const auto theirs = south ? child.other : child.own;
                        PyTuple_SET_ITEM(cells, i, PyLong_FromLong(B::lane(mine, i)));
                        PyTuple_SET_ITEM(cells, half + i, PyLong_FromLong(B::lane(theirs, i)));
                    }
                    PyObject* item =
                        Py_BuildValue("iNO", cell_of(given.south, pit, board.pits()), cells,
                                      south ? Py_True : Py_False);
                    if (!item || PyList_Append(list, item) < 0) throw PythonError{};
                    Py_DECREF(item);
                }
                return list;
            },
            make_board(rules));
    });
}

PyObject* py_perft(PyObject*, PyObject* args) {
    Rules rules;
    Given given;
    int plies;
    if (!PyArg_ParseTuple(args, "O&O&i", to_rules, &rules, to_given, &given, &plies)) return nullptr;
    return guarded([&] {
        return std::visit(
            [&](const auto& pointer) {
                const auto position = position_from(*pointer, given);
                std::uint64_t count = 0;
                Py_BEGIN_ALLOW_THREADS;
                count = perft(*pointer, position, plies);
                Py_END_ALLOW_THREADS;
                return PyLong_FromUnsignedLongLong(count);
            },
            make_board(rules));
    });
}

PyObject* py_plain(PyObject*, PyObject* args) {
    Rules rules;
    Given given;
    int depth, evaluation;
    if (!PyArg_ParseTuple(args, "O&O&ii", to_rules, &rules, to_given, &given, &depth, &evaluation)) {
        return nullptr;
    }
    return guarded([&] {
        depth_in_range(depth);
        return std::visit(
            [&](const auto& pointer) {
                const auto& board = *pointer;
                using B = std::decay_t<decltype(board)>;
                const auto position = position_from(board, given);
                std::atomic<bool> stop{false};
                auto search =
                    std::make_unique<Plain<B>>(board, static_cast<Evaluation>(evaluation), stop);
                int value = 0;
                run(0, stop, [&] { value = search->search(position, depth); }, [] { return true; });
                return Py_BuildValue("iNKN", value, PyBool_FromLong(!search->guessed),
                                     static_cast<unsigned long long>(search->nodes),
                                     line_of(board, position, given.south, search->line.data(),
                                             search->length));
            },
            make_board(rules));
    });
}

PyObject* py_size(PyObject*, PyObject* args) {
    int pits, stones;
    if (!PyArg_ParseTuple(args, "ii", &pits, &stones)) return nullptr;
    if (pits < 1 || pits > MAX_PITS || stones < 0 || stones > Layout::MOST) {
        return PyErr_Format(PyExc_ValueError, "an endgame table has 0 to %d stones", Layout::MOST);
    }
    return PyLong_FromDouble(Layout::positions(pits, stones));
}

void check_endgames(int pits, int stones, Py_ssize_t bytes) {
    if (stones >= 0 && stones <= Layout::MOST &&
        Layout::positions(pits, stones) <= static_cast<double>(bytes)) {
        return;
    }
    PyErr_SetString(PyExc_ValueError, "the buffer does not have room for the table");
    throw PythonError{};
}

PyObject* py_build(PyObject*, PyObject* args) {
    Rules rules;
    int first, stones, threads;
    Py_buffer buffer;
    PyObject* progress;
    if (!PyArg_ParseTuple(args, "O&iiiw*O", to_rules, &rules, &first, &stones, &threads, &buffer,
                          &progress)) {
        return nullptr;
    }
    PyObject* result = guarded([&]() -> PyObject* {
        if (first < 0) {
            PyErr_SetString(PyExc_ValueError, "there is no layer below that of no stones");
            throw PythonError{};
        }
        check_endgames(rules.pits, stones, buffer.len);
        if (first == 0) use_large_pages(buffer.buf, static_cast<std::size_t>(buffer.len));
        std::atomic<bool> stop{false};
        std::atomic<std::uint64_t> finished{0};
        auto work = [&] {
            const Layout layout(rules.pits, stones);
            Builder builder(rules, layout, static_cast<Value*>(buffer.buf), finished, stop);
            builder.build(threads, first);
        };
        std::uint64_t told = 0;
        run(0, stop, work, [&] {
            if (progress == Py_None || finished == told) return true;
            told = finished;
            PyObject* answer = PyObject_CallFunction(progress, "K", static_cast<unsigned long long>(told));
            Py_XDECREF(answer);
            return answer != nullptr;
        });
        Py_RETURN_NONE;
    });
    PyBuffer_Release(&buffer);
    return result;
}

// What is kept from move to move: the board's tables, the transposition table, the endgames.
struct Engine {
    PyObject_HEAD
    AnyBoard* board;
    Table<SowingEntry>* table;
    Layout* layout;
    Py_buffer* values;
    int threads;
    bool busy;
};

void engine_dealloc(Engine* self) {
    delete self->board;
    delete self->table;
    delete self->layout;
    if (self->values) {
        PyBuffer_Release(self->values);
        delete self->values;
    }
    PyTypeObject* type = Py_TYPE(self);
    type->tp_free(reinterpret_cast<PyObject*>(self));
    Py_DECREF(type);
}

PyObject* engine_new(PyTypeObject* type, PyObject* args, PyObject*) {
    Rules rules;
    Py_ssize_t megabytes;
    int threads;
    if (!PyArg_ParseTuple(args, "O&ni", to_rules, &rules, &megabytes, &threads)) return nullptr;
    if (megabytes < 1 || megabytes > 1 << 20 || threads < 1 || threads > 64) {
        PyErr_SetString(PyExc_ValueError, "a table has 1 megabyte or more, a search 1 to 64 threads");
        return nullptr;
    }
    auto* self = reinterpret_cast<Engine*>(type->tp_alloc(type, 0));
    if (!self) return nullptr;
    PyObject* result = guarded([&]() -> PyObject* {
        self->board = new AnyBoard(make_board(rules));
        self->table = new Table<SowingEntry>(static_cast<std::size_t>(megabytes) << 20);
        self->threads = threads;
        return reinterpret_cast<PyObject*>(self);
    });
    if (!result) Py_DECREF(self);
    return result;
}

Endgames endgames_of(const Engine* self) {
    if (!self->layout) return {};
    return {self->layout->ranks.most(), self->layout, static_cast<const Value*>(self->values->buf)};
}

PyObject* engine_use(Engine* self, PyObject* args) {
    int stones;
    PyObject* endgames;
    if (!PyArg_ParseTuple(args, "iO", &stones, &endgames)) return nullptr;
    return guarded([&]() -> PyObject* {
        Busy busy(self->busy);
        auto buffer = std::make_unique<Py_buffer>();
        if (PyObject_GetBuffer(endgames, buffer.get(), PyBUF_SIMPLE) < 0) throw PythonError{};
        if (self->values) {
            PyBuffer_Release(self->values);
            delete self->values;
        }
        self->values = buffer.release();
        delete self->layout;
        self->layout = nullptr;
        const int pits = std::visit([](const auto& board) { return board->pits(); }, *self->board);
        check_endgames(pits, stones, self->values->len);
        self->layout = new Layout(pits, stones);
        Py_RETURN_NONE;
    });
}

PyObject* engine_clear(Engine* self, PyObject*) {
    return guarded([&]() -> PyObject* {
        Busy busy(self->busy);
        self->table->clear();
        Py_RETURN_NONE;
    });
}

PyObject* engine_think(Engine* self, PyObject* args) {
    Given given;
    int depth, evaluation, same_depth;
    double seconds;
    PyObject* on_depth;
    if (!PyArg_ParseTuple(args, "O&idipO", to_given, &given, &depth, &seconds, &evaluation,
                          &same_depth, &on_depth)) {
        return nullptr;
    }
    return guarded([&] {
        Busy busy(self->busy);
        depth_in_range(depth);
        return std::visit(
            [&](const auto& pointer) -> PyObject* {
                const auto& board = *pointer;
                using B = std::decay_t<decltype(board)>;
                const auto position = position_from(board, given);
                if (is_over(board, position)) {
                    PyErr_SetString(PyExc_ValueError, "the game is over");
                    throw PythonError{};
                }
                self->table->age();
                const auto eval = static_cast<Evaluation>(evaluation);
                const auto endgames = same_depth ? Endgames{} : endgames_of(self);
                auto think = [&](const std::atomic<bool>& stop, const auto& tell) {
                    auto search = [&](const auto& game) {
                        Driver<std::decay_t<decltype(game)>> driver(game, *self->table, self->threads);
                        driver.think(game.start(position), game.gained(position), depth, same_depth,
                                     stop, tell);
                    };
                    if (additive(eval)) search(Sowing<B, true>(board, endgames, eval));
                    else search(Sowing<B, false>(board, endgames, eval));
                };
                return thought(seconds, on_depth, think, [&](const Found& found) {
                    return line_of(board, position, given.south, found.line.data(), found.length);
                });
            },
            *self->board);
    });
}

PyObject* engine_solve(Engine* self, PyObject* args) {
    Given given;
    double seconds;
    unsigned long long most;
    int aim;
    PyObject* on_bounds;
    if (!PyArg_ParseTuple(args, "O&dKiO", to_given, &given, &seconds, &most, &aim, &on_bounds)) {
        return nullptr;
    }
    if (aim < 0 || aim > 2) return PyErr_Format(PyExc_ValueError, "there is no aim %d", aim);
    return guarded([&] {
        Busy busy(self->busy);
        return std::visit(
            [&](const auto& pointer) -> PyObject* {
                const auto& board = *pointer;
                using B = std::decay_t<decltype(board)>;
                const auto position = position_from(board, given);
                if (is_over(board, position)) {
                    PyErr_SetString(PyExc_ValueError, "the game is over");
                    throw PythonError{};
                }
                self->table->age();
                auto prove = [&](const std::atomic<bool>& stop, const auto& tell) {
                    using Game = Sowing<B, true>;
                    const Game game(board, endgames_of(self), Evaluation::goals);
                    Proof<Game> proof(game, *self->table, game.start(position),
                                      game.gained(position), static_cast<Aim>(aim), self->threads,
                                      most ? most : ~std::uint64_t{0}, stop, tell);
                    proof.run();
                    return proof.nodes;
                };
                return proved(seconds, on_bounds, prove, [&](int pit) {
                    return cell_of(given.south, pit, board.pits());
                });
            },
            *self->board);
    });
}

PyMethodDef engine_methods[] = {
    {"think", reinterpret_cast<PyCFunction>(engine_think), METH_VARARGS,
     "think(position, depth, seconds, evaluation, same_depth, on_depth)\n"
     "-> (value, proven, depth, nodes, line) of the last finished depth; seconds 0 is no limit."},
    {"solve", reinterpret_cast<PyCFunction>(engine_solve), METH_VARARGS,
     "solve(position, seconds, most_nodes, aim, on_bounds) -> ([(pit, lower, upper), ...], nodes); 0"
     " is no limit; on_bounds is told of each bound, and five times a second; the aim is 0 for the"
     " margin, 1 for the best move, 2 for every move."},
    {"use", reinterpret_cast<PyCFunction>(engine_use), METH_VARARGS,
     "use(stones, endgames): from now on, the values of a table that `build` has filled."},
    {"clear", reinterpret_cast<PyCFunction>(engine_clear), METH_NOARGS,
     "clear(): forgets what was searched; the next search finds all of its memory at hand."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot engine_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(engine_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(engine_dealloc)},
    {Py_tp_methods, engine_methods},
    {Py_tp_doc, const_cast<char*>("Engine(rules, megabytes, threads)")},
    {0, nullptr},
};

PyType_Spec engine_spec = {"owari.engine.kernel.native.Engine", sizeof(Engine), 0,
                           Py_TPFLAGS_DEFAULT, engine_slots};

PyMethodDef methods[] = {
    {"moves", py_moves, METH_VARARGS, "moves(rules, position) -> [(pit, cells, south), ...]"},
    {"perft", py_perft, METH_VARARGS, "perft(rules, position, plies) -> number of sequences"},
    {"plain", py_plain, METH_VARARGS,
     "plain(rules, position, depth, evaluation) -> (value, solved, nodes, line)"},
    {"size", py_size, METH_VARARGS, "size(pits, stones) -> bytes of an endgame table"},
    {"build", py_build, METH_VARARGS, "build(rules, first, stones, threads, buffer, progress): the layers from `first` to `stones`;"
     " the buffer may have room for more"},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", nullptr, 0, methods,
                      nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_native() {
    PyObject* self = PyModule_Create(&module);
    if (!self) return nullptr;
    PyObject* type = PyType_FromSpec(&engine_spec);
    if (!type || PyModule_AddObject(self, "Engine", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(self);
        return nullptr;
    }
    PyModule_AddIntConstant(self, "MAX_STONES", MAX_STONES);
    PyModule_AddIntConstant(self, "MAX_DEPTH", MAX_DEPTH);
    PyModule_AddIntConstant(self, "MOST_ENDGAME_STONES", Layout::MOST);
    return self;
}
