// The kernel of Othello once more, for processors with AVX2, which do four lines of the board at a
// time: about twice as fast. It is a source of its own because its compiler has other options. It plays
// the usual game alone, whose compilation is a sixth of that of all boards and rules.
#define USUAL_ONLY
#define MODULE native_othello_avx2
#include "module.cpp"
