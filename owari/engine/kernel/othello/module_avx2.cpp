// The kernel of Othello once more, for processors with AVX2, which do four lines of the board at a
// time: about twice as fast. It is a source of its own because its compiler has other options.
#define MODULE native_othello_avx2
#include "module.cpp"
