// The rules of a sowing game, as the kernel is told of them.
#pragma once

#include <cstdint>

namespace owari {

constexpr int MAX_PITS = 12;
constexpr int MAX_STONES = 127;  // on the whole board, so that every pit and margin fits a byte

enum class Capture : std::uint8_t { opposite, both, both_always };

struct Rules {
    int pits;  // a side
    bool extra_turn;
    Capture capture;
};

}  // namespace owari
