/* One stage of Turn the Tide, as games/rulesets/turn_the_tide/rules has it; a test plays both side by side.

   A set of cards is a word of 64 bits, in which bit c is card c. Rounds count from 0 here. */
#ifndef RULES_H
#define RULES_H

#include "chance.h"
#include <string.h>

#define SEATS 6
#define CARDS 60
#define HAND 12
#define HIGHEST_TIDE 12
#define STAGE_ENDS_AT 2
#define ELIMINATED (-1)

typedef uint64_t Cards;

#define ALL_CARDS (((1ULL << (CARDS + 1)) - 1) & ~1ULL)
#define ONE(card) (1ULL << (card))
#define BELOW(card) (ONE(card) - 1)
#define COUNT(cards) __builtin_popcountll(cards)
#define LOWEST(cards) __builtin_ctzll(cards)
#define HIGHEST(cards) (63 - __builtin_clzll(cards))

/* Cards with half a preserver on them, and with a whole one. */
#define SPAN(first, last) ((ONE(last) << 1) - ONE(first))
#define WITH_HALF (SPAN(13, 24) | SPAN(37, 48))
#define WITH_WHOLE SPAN(25, 36)

static inline int halves(Cards cards) {
    return COUNT(cards & WITH_HALF) + 2 * COUNT(cards & WITH_WHOLE);
}

static inline int rounds_of(int seats) { return seats == SEATS ? 10 : 12; }

/* The card at this place of a hand, the lowest at 0. */
static inline int card_at(Cards hand, int place) {
    while (place--) hand &= hand - 1;
    return LOWEST(hand);
}

typedef struct {
    int seats, rounds, cascade, round, in_stage;
    Cards hand[SEATS];
    int level[SEATS], preservers[SEATS], eliminated[SEATS];
    int low, high;                     /* the two tides of the open round */
    int8_t left[HIGHEST_TIDE + 1];     /* by tide how many are still to come */
    int tides_left;
} Stage;

static inline void tides_back(Stage *stage) {
    memset(stage->left, 0, sizeof stage->left);
    for (int tide = 1; tide <= stage->rounds; tide++) stage->left[tide] = 2;
    stage->tides_left = 2 * stage->rounds;
}

static inline int draw_tide(Stage *stage, Chance *chance) {
    int place = below(chance, stage->tides_left), tide = 1;
    while (place >= stage->left[tide]) place -= stage->left[tide++];
    stage->left[tide]--;
    stage->tides_left--;
    return tide;
}

static inline void open_round(Stage *stage, Chance *chance) {
    int one = draw_tide(stage, chance), other = draw_tide(stage, chance);
    stage->low = one < other ? one : other;
    stage->high = one < other ? other : one;
}

static inline void begin_stage(Stage *stage, int seats, int cascade, const Cards *hands) {
    memset(stage, 0, sizeof *stage);
    stage->seats = stage->in_stage = seats;
    stage->rounds = rounds_of(seats);
    stage->cascade = cascade;
    for (int seat = 0; seat < seats; seat++) {
        stage->hand[seat] = hands[seat];
        stage->preservers[seat] = halves(hands[seat]) / 2;
    }
    tides_back(stage);
}

static inline int highest_level(const Stage *stage) {
    int highest = 0;
    for (int seat = 0; seat < stage->seats; seat++)
        if (stage->level[seat] > highest) highest = stage->level[seat];
    return highest;
}

static inline void pay(Stage *stage) {
    for (;;) {
        int highest = highest_level(stage), paid = 0;
        if (!highest) return;
        for (int seat = 0; seat < stage->seats; seat++) {
            if (stage->level[seat] != highest) continue;
            if (stage->preservers[seat]) {
                stage->preservers[seat]--;
                paid = 1;
            } else {
                stage->eliminated[seat] = 1;
                stage->level[seat] = 0;
                stage->in_stage--;
            }
        }
        if (paid || !stage->cascade || stage->in_stage <= STAGE_ENDS_AT) return;
    }
}

/* Close the round with a card for each seat in the stage. Returns whether the stage is over. */
static inline int close_round(Stage *stage, const int *card) {
    int first = -1, second = -1, best = 0, next = 0;
    for (int seat = 0; seat < stage->seats; seat++) {
        if (stage->eliminated[seat]) continue;
        stage->hand[seat] &= ~ONE(card[seat]);
        if (card[seat] > best) {
            second = first, next = best;
            first = seat, best = card[seat];
        } else if (card[seat] > next) {
            second = seat, next = card[seat];
        }
    }
    stage->level[first] = stage->low;
    stage->level[second] = stage->high;
    pay(stage);
    stage->round++;
    return stage->in_stage <= STAGE_ENDS_AT || stage->round >= stage->rounds;
}

static inline void points_of(const Stage *stage, int *points) {
    int lowest = HIGHEST_TIDE + 1;
    for (int seat = 0; seat < stage->seats; seat++)
        if (!stage->eliminated[seat] && stage->level[seat] < lowest) lowest = stage->level[seat];
    for (int seat = 0; seat < stage->seats; seat++)
        points[seat] = stage->eliminated[seat]
                           ? ELIMINATED
                           : stage->preservers[seat] + (stage->level[seat] == lowest);
}

/* What the clock plays: the highest card of who could be rescued by it, else the lowest. */
static inline int habit(const Stage *stage, int seat, int highest) {
    Cards hand = stage->hand[seat];
    return stage->level[seat] == highest && stage->low < highest ? HIGHEST(hand) : LOWEST(hand);
}

#endif
