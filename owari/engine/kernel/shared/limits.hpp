// What bounds every search.
#pragma once

namespace owari {

constexpr int INFINITE = 1 << 28;  // more than any value
constexpr int MAX_DEPTH = 200;     // plies
constexpr int ENDLESS = 255;       // a depth: to the end of the game

}  // namespace owari
