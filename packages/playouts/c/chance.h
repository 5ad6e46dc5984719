/* Chance for playouts: SplitMix64, quick and good enough to try out cards. No deal comes from here. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} Chance;

static inline uint64_t any(Chance *chance) {
    uint64_t z = (chance->state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/* From 0 up to n - 1. */
static inline int below(Chance *chance, int n) {
    return (int)(((any(chance) >> 32) * (uint64_t)n) >> 32);
}

/* From 0 up to 1, without 1. */
static inline float unit(Chance *chance) {
    return (float)(any(chance) >> 40) * (1.0f / 16777216.0f);
}

static inline void shuffle(Chance *chance, int *items, int n) {
    for (int last = n - 1; last > 0; last--) {
        int other = below(chance, last + 1), item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}

#endif
