/* The yardstick of the plain search: alpha-beta of Owari in C, a row and a goal in each of two
 * words, and nothing else: one game, one evaluation, no line of play, no way to stop.
 *
 *     cc -O2 tests/benchmarks/two_words.c -o two_words && ./two_words 15
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PITS = 6, STONES = 36, INFINITE = 1000 };
static const uint64_t ROW = 0xffffffffffff;

static struct sown { uint64_t own, other; int last, kept; } sown[PITS][STONES + 1];
static uint64_t nodes = 1;

static int lane(uint64_t word, int index) { return word >> 8 * index & 0xff; }
static int sum(uint64_t word) { return word * 0x0101010101010101 >> 56; }

static int search(uint64_t own, uint64_t other, int depth, int alpha, int beta)
{
    const int before = lane(own, PITS) - lane(other, PITS);
    int best = -INFINITE;

    for (int pit = 0; pit < PITS && alpha < beta; ++pit) {
        if (!lane(own, pit)) continue;
        const struct sown *move = &sown[pit][lane(own, pit)];
        uint64_t mine = own + move->own, theirs = other + move->other;
        int value, gain = move->kept;
        ++nodes;
        if (move->last < PITS && lane(mine, move->last) == 1) {
            const int opposite = PITS - 1 - move->last, taken = lane(theirs, opposite);
            mine += (uint64_t)taken << 8 * PITS;
            theirs -= (uint64_t)taken << 8 * opposite;
            gain += taken;
        }
        if (!(mine & ROW) || !(theirs & ROW)) value = sum(mine) - sum(theirs);
        else if (depth == 1) value = before + gain;
        else value = -search(theirs, mine, depth - 1, -beta, -alpha);
        if (value > best) best = value;
        if (value > alpha) alpha = value;
    }
    return best;
}

int main(int count, char **words)
{
    const uint64_t start = 0x030303030303;

    for (int pit = 0; pit < PITS; ++pit) {
        for (int stones = 1; stones <= STONES; ++stones) {
            struct sown *move = &sown[pit][stones];
            move->own = -((uint64_t)stones << 8 * pit);
            move->last = pit;
            for (int left = stones; left; --left) {
                move->last = move->last == 2 * PITS ? 0 : move->last + 1;
                if (move->last > PITS) move->other += (uint64_t)1 << 8 * (move->last - PITS - 1);
                else move->own += (uint64_t)1 << 8 * move->last;
                move->kept += move->last == PITS;
            }
        }
    }
    const int value = search(start, start, count > 1 ? atoi(words[1]) : 15, -INFINITE, INFINITE);
    const double seconds = (double)clock() / CLOCKS_PER_SEC;
    printf("value %+d, %llu positions, %.1f M positions/s\n", value, (unsigned long long)nodes,
           nodes / seconds / 1e6);
    return 0;
}
