// The kernel of Othello as a Python module: plain functions of numbers.
//
// A position is the discs of the side to move and those of the other, bit row * size + column; moves
// are squares by that number, or PASS. Rules are the size of the board and whether it is the free game.
// An evaluation is (mixture, estimate, won, unit): six weights of the counts in
// othello_evaluation.hpp, or an estimate's weights for each number of empty squares, and what the
// margin of a finished game is worth in it: won * sign + unit * margin.
#include "binding.hpp"

#include <cmath>
#include <memory>

#include "othello_game.hpp"
#include "othello_plain.hpp"

// The name under which Python finds it: othello_avx2.cpp compiles it another time.
#ifndef MODULE
#define MODULE othello
#endif
#define JOINED(one, two) one##two
#define EXPANDED(one, two) JOINED(one, two)
#define QUOTED(name) #name
#define TEXT(name) QUOTED(name)

namespace {

using namespace owari;

constexpr int MOST_VALUE = INFINITE / 4;

// The weights of what guides a proof, which asks for margins: an evaluation need not be good for that,
// only near.
const OthelloWeights GUIDE{{0.0, 0.1, 0.05, 0.15, 0.05, 0.02}, {}};

struct Rules {
    int size;
    bool free;
};

int to_rules(PyObject* object, void* address) {
    int size, free;
    if (!PyArg_ParseTuple(object, "ip", &size, &free)) return 0;
    if (size != 4 && size != 6 && size != 8) {
        PyErr_SetString(PyExc_ValueError, "the kernel plays on boards of 4, 6 and 8");
        return 0;
    }
    *static_cast<Rules*>(address) = {size, free != 0};
    return 1;
}

// The position as Python has it.
struct Given {
    Discs own, other;
};

int to_given(PyObject* object, void* address) {
    PyObject *own, *other;
    if (!PyArg_ParseTuple(object, "O!O!", &PyLong_Type, &own, &PyLong_Type, &other)) return 0;
    auto* given = static_cast<Given*>(address);
    given->own = PyLong_AsUnsignedLongLong(own);
    if (PyErr_Occurred()) return 0;
    given->other = PyLong_AsUnsignedLongLong(other);
    return !PyErr_Occurred();
}

// What a search goes by.
struct Evaluation {
    OthelloWeights weights;
    OthelloScale scale{0, 1};
};

int to_evaluation(PyObject* object, void* address) {
    auto* evaluation = static_cast<Evaluation*>(address);
    auto& mixture = evaluation->weights.mixture;
    static_assert(OTHELLO_COUNTS == 6, "as many as are parsed here");
    PyObject* estimate;
    if (!PyArg_ParseTuple(object, "(dddddd)O!ii", &mixture[0], &mixture[1], &mixture[2], &mixture[3],
                          &mixture[4], &mixture[5], &PyTuple_Type, &estimate,
                          &evaluation->scale.won, &evaluation->scale.unit)) {
        return 0;
    }
    double largest = 0;
    for (double weight : mixture) largest += 100 * 100 * std::fabs(weight);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(estimate); ++i) {
        const long weight = PyLong_AsLong(PyTuple_GET_ITEM(estimate, i));
        if (weight == -1 && PyErr_Occurred()) return 0;
        if (std::labs(weight) > MOST_VALUE / 64 / 64) largest = MOST_VALUE + 1.0;
        evaluation->weights.estimate.push_back(static_cast<std::int32_t>(weight));
    }
    const auto& scale = evaluation->scale;
    if (!(largest <= MOST_VALUE) || std::abs(scale.won) > MOST_VALUE ||
        std::abs(scale.unit) > MOST_VALUE / 64) {
        PyErr_SetString(PyExc_ValueError, "the kernel has no room for such large weights");
        return 0;
    }
    return 1;
}

void check(const Rules& rules, const Given& given) {
    const int squares = rules.size * rules.size;
    if (given.own & given.other) {
        PyErr_SetString(PyExc_ValueError, "two discs on one square");
        throw PythonError{};
    }
    if (squares < 64 && (given.own | given.other) >> squares) {
        PyErr_SetString(PyExc_ValueError, "a disc beyond the board");
        throw PythonError{};
    }
}

void check(const Rules& rules, const Evaluation& evaluation) {
    const std::size_t counts = static_cast<std::size_t>(rules.size * rules.size + 1);
    const std::size_t weights = evaluation.weights.estimate.size();
    if (weights && weights != counts * OTHELLO_FEATURES) {
        PyErr_Format(PyExc_ValueError, "an estimate has %d weights here, not %d",
                     static_cast<int>(counts) * OTHELLO_FEATURES, static_cast<int>(weights));
        throw PythonError{};
    }
}

// Calls `body` with the rules as a type.
template <class Body>
PyObject* with(const Rules& rules, Body body) {
    switch (rules.size * 2 + rules.free) {
        case 8: return body(Othello<4, false>{});
        case 9: return body(Othello<4, true>{});
        case 12: return body(Othello<6, false>{});
        case 13: return body(Othello<6, true>{});
        case 16: return body(Othello<8, false>{});
        default: return body(Othello<8, true>{});
    }
}

template <class Game>
void check_unfinished(Game, const Given& given) {
    if (Game::moves(given.own, given.other) || !Game::ended(given.own, given.other)) return;
    PyErr_SetString(PyExc_ValueError, "the game is over");
    throw PythonError{};
}

template <class Game>
void check_asked(Game, const Given& given, std::uint64_t asked) {
    const std::uint64_t moves = Game::moves(given.own, given.other);
    if (!moves || moves & asked) return;
    PyErr_SetString(PyExc_ValueError, "no legal move is asked about");
    throw PythonError{};
}

PyObject* line_of(const std::int8_t* line, int length) {
    PyObject* list = PyTuple_New(length);
    if (!list) throw PythonError{};
    for (int i = 0; i < length; ++i) PyTuple_SET_ITEM(list, i, PyLong_FromLong(line[i]));
    return list;
}

PyObject* py_moves(PyObject*, PyObject* args) {
    Rules rules;
    Given given;
    if (!PyArg_ParseTuple(args, "O&O&", to_rules, &rules, to_given, &given)) return nullptr;
    return guarded([&] {
        check(rules, given);
        return with(rules, [&](auto game) {
            using Game = OthelloGame<decltype(game), true>;
            const Game seen(GUIDE, {0, 1});
            const auto position = Game::start(given.own, given.other);
            PyObject* list = PyList_New(0);
            for (int move = Game::first_move(); move < Game::end_of_moves(); ++move) {
                if (!Game::has_move(position, move)) continue;
                const auto child = seen.made(position, move).position;
                PyObject* item =
                    Py_BuildValue("i(KK)", move, static_cast<unsigned long long>(child.own),
                                  static_cast<unsigned long long>(child.other));
                if (!item || PyList_Append(list, item) < 0) throw PythonError{};
                Py_DECREF(item);
            }
            return list;
        });
    });
}

PyObject* py_perft(PyObject*, PyObject* args) {
    Rules rules;
    Given given;
    int plies;
    if (!PyArg_ParseTuple(args, "O&O&i", to_rules, &rules, to_given, &given, &plies)) return nullptr;
    return guarded([&] {
        check(rules, given);
        return with(rules, [&](auto game) {
            std::uint64_t count = 0;
            Py_BEGIN_ALLOW_THREADS;
            count = perft_othello<decltype(game)>(given.own, given.other, plies);
            Py_END_ALLOW_THREADS;
            return PyLong_FromUnsignedLongLong(count);
        });
    });
}

PyObject* py_evaluate(PyObject*, PyObject* args) {
    Rules rules;
    Given given;
    Evaluation evaluation;
    if (!PyArg_ParseTuple(args, "O&O&O&", to_rules, &rules, to_given, &given, to_evaluation,
                          &evaluation)) {
        return nullptr;
    }
    return guarded([&] {
        check(rules, given);
        check(rules, evaluation);
        return with(rules, [&](auto game) {
            using Game = decltype(game);
            return PyLong_FromLong(evaluate_othello<Game::SIZE>(evaluation.weights, given.own,
                                                                given.other, Game::FREE));
        });
    });
}

PyObject* py_plain(PyObject*, PyObject* args) {
    Rules rules;
    Given given;
    int depth;
    Evaluation evaluation;
    if (!PyArg_ParseTuple(args, "O&O&iO&", to_rules, &rules, to_given, &given, &depth, to_evaluation,
                          &evaluation)) {
        return nullptr;
    }
    return guarded([&] {
        check(rules, given);
        check(rules, evaluation);
        depth_in_range(depth);
        return with(rules, [&](auto game) {
            check_unfinished(game, given);
            std::atomic<bool> stop{false};
            auto search = std::make_unique<OthelloPlain<decltype(game)>>(evaluation.weights,
                                                                         evaluation.scale, stop);
            int value = 0;
            run(0, stop, [&] { value = search->search(given.own, given.other, depth); },
                [] { return true; });
            return Py_BuildValue("iNKN", value, PyBool_FromLong(!search->guessed),
                                 static_cast<unsigned long long>(search->nodes),
                                 line_of(search->line.data(), search->length));
        });
    });
}

// What is kept from move to move.
struct Engine {
    PyObject_HEAD
    Table<OthelloEntry>* table;
    Rules rules;
    int threads;
    bool busy;
};

void engine_dealloc(Engine* self) {
    delete self->table;
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
        self->table = new Table<OthelloEntry>(static_cast<std::size_t>(megabytes) << 20);
        self->rules = rules;
        self->threads = threads;
        return reinterpret_cast<PyObject*>(self);
    });
    if (!result) Py_DECREF(self);
    return result;
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
    int depth, same_depth;
    double seconds;
    Evaluation evaluation;
    PyObject* on_depth;
    if (!PyArg_ParseTuple(args, "O&idO&pO", to_given, &given, &depth, &seconds, to_evaluation,
                          &evaluation, &same_depth, &on_depth)) {
        return nullptr;
    }
    return guarded([&] {
        Busy busy(self->busy);
        check(self->rules, given);
        check(self->rules, evaluation);
        depth_in_range(depth);
        return with(self->rules, [&](auto rules) {
            check_unfinished(rules, given);
            self->table->age();
            auto think = [&](const std::atomic<bool>& stop, const auto& tell) {
                using Game = OthelloGame<decltype(rules), false>;
                const Game game(evaluation.weights, evaluation.scale);
                Driver<Game> driver(game, *self->table, self->threads);
                driver.think(Game::start(given.own, given.other), 0, depth, same_depth, stop, tell);
            };
            return thought(seconds, on_depth, think, [&](const Found& found) {
                return line_of(found.line.data(), found.length);
            });
        });
    });
}

PyObject* engine_solve(Engine* self, PyObject* args) {
    Given given;
    double seconds;
    unsigned long long most, asked = ~0ull;
    int aim;
    PyObject* on_bounds;
    if (!PyArg_ParseTuple(args, "O&dKiO|K", to_given, &given, &seconds, &most, &aim, &on_bounds,
                          &asked)) {
        return nullptr;
    }
    if (aim < 0 || aim > 2) return PyErr_Format(PyExc_ValueError, "there is no aim %d", aim);
    return guarded([&] {
        Busy busy(self->busy);
        check(self->rules, given);
        return with(self->rules, [&](auto rules) {
            check_unfinished(rules, given);
            check_asked(rules, given, asked);
            self->table->age();
            auto prove = [&](const std::atomic<bool>& stop, const auto& tell) {
                using Game = OthelloGame<decltype(rules), true>;
                const Game game(GUIDE, {0, 1});
                Proof<Game> proof(game, *self->table, Game::start(given.own, given.other), 0,
                                  static_cast<Aim>(aim), self->threads,
                                  most ? most : ~std::uint64_t{0}, stop, tell, asked);
                proof.run();
                return proof.nodes;
            };
            return proved(seconds, on_bounds, prove, [](int move) { return move; });
        });
    });
}

PyMethodDef engine_methods[] = {
    {"think", reinterpret_cast<PyCFunction>(engine_think), METH_VARARGS,
     "think(position, depth, seconds, evaluation, same_depth, on_depth)\n"
     "-> (value, proven, depth, nodes, line) of the last finished depth; seconds 0 is no limit."},
    {"solve", reinterpret_cast<PyCFunction>(engine_solve), METH_VARARGS,
     "solve(position, seconds, most_nodes, aim, on_bounds, squares) -> ([(move, lower, upper), ...],"
     " nodes); 0 is no limit; on_bounds is told of each bound, and five times a second; the aim is 0 for"
     " the margin, 1 for the best move, 2 for every move; moves are looked at where squares has a bit,"
     " by default everywhere."},
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

PyType_Spec engine_spec = {"owari.engine.kernel." TEXT(MODULE) ".Engine", sizeof(Engine), 0,
                           Py_TPFLAGS_DEFAULT, engine_slots};

PyMethodDef methods[] = {
    {"moves", py_moves, METH_VARARGS, "moves(rules, position) -> [(move, position), ...]"},
    {"perft", py_perft, METH_VARARGS,
     "perft(rules, position, plies) -> number of sequences; one that ends sooner counts, too"},
    {"evaluate", py_evaluate, METH_VARARGS,
     "evaluate(rules, position, evaluation) -> its value in hundredths"},
    {"plain", py_plain, METH_VARARGS,
     "plain(rules, position, depth, evaluation) -> (value, solved, nodes, line)"},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {PyModuleDef_HEAD_INIT, TEXT(MODULE), nullptr, 0, methods,
                      nullptr, nullptr, nullptr, nullptr};

// Whether this processor runs othello_avx2.
bool has_avx2() {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

}  // namespace

PyMODINIT_FUNC EXPANDED(PyInit_, MODULE)() {
    PyObject* self = PyModule_Create(&module);
    if (!self) return nullptr;
    PyObject* type = PyType_FromSpec(&engine_spec);
    if (!type || PyModule_AddObject(self, "Engine", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(self);
        return nullptr;
    }
    PyModule_AddIntConstant(self, "MAX_DEPTH", MAX_DEPTH);
    PyModule_AddIntConstant(self, "AVX2", has_avx2());
    return self;
}
