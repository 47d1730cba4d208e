// What a position is worth where a search looks no further: the twin of
// owari/engine/evaluation.py.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace owari {

enum class Evaluation : std::uint8_t { goals, material, goals_and_row };

struct NamedEvaluation {
    std::string_view name;
    Evaluation evaluation;
};

// The names under which Python asks for them.
constexpr std::array<NamedEvaluation, 3> EVALUATIONS{{
    {"goals", Evaluation::goals},
    {"material", Evaluation::material},
    {"goals-and-row", Evaluation::goals_and_row},
}};

// Throws std::invalid_argument.
inline Evaluation evaluation_named(std::string_view name) {
    for (const auto& each : EVALUATIONS) {
        if (each.name == name) return each.evaluation;
    }
    throw std::invalid_argument("the kernel has no evaluation " + std::string(name));
}

constexpr int FINISHED = 10000;  // what goals-and-row adds to the margin of a won game

inline int finished(Evaluation evaluation, int margin) {
    if (evaluation != Evaluation::goals_and_row) return margin;
    return margin + FINISHED * ((margin > 0) - (margin < 0));
}

inline int unfinished(Evaluation evaluation, int goals, int rows) {
    switch (evaluation) {
        case Evaluation::goals: return goals;
        case Evaluation::material: return goals + rows;
        default: return 2 * goals + rows;
    }
}

// Whether a value is a sum to which what has been gained before only adds.
inline bool additive(Evaluation evaluation) { return evaluation != Evaluation::goals_and_row; }

}  // namespace owari
