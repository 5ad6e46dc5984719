/* What Python asks for. Sets of cards are words of 64 bits, in which bit c is card c. */
#ifndef PLAYOUTS_H
#define PLAYOUTS_H

#include <stdint.h>

/* What a seat sees, by seat where it is listed; games/rulesets/turn_the_tide/bots/seen.py says what each means. */
typedef struct {
    int seats, me, cascade, low, high, rounds_left, stages_left;
    uint64_t hand, unseen, unseen_by_all;
    uint64_t known[6], open[6];
    int hidden[6], hidden_from_all[6], worth[6];
    int levels[6], preservers[6], eliminated[6], so_far[6];
    int tides_left[13];
} TideSeen;

/* How many weights a network has. */
int tide_weights(void);

/* The facts of the table, and of each card in turn; how many cards there are. */
int tide_facts(const TideSeen *seen, float *table, float *cards);

/* How good each card is, ascending; how many cards there are. */
int tide_worths(const float *weights, const TideSeen *seen, float *worths);

/* The card to play after about so many playouts, by the weights of the networks of "strong" and of how "careful"
   plays; the same seed gives the same card. */
int tide_choose(const float *strong, const float *careful, const TideSeen *seen, int playouts, uint64_t seed);

#endif
