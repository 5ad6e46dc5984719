/* What a seat knows, and deals that it cannot tell from the real one. As games/rulesets/turn_the_tide/bots/seen.py. */
#ifndef SEEN_H
#define SEEN_H

#include "network.h"

typedef struct {
    Stage stage;       /* of the hands the own one alone is true */
    int me;
    Known own;         /* what this seat knows of all hands */
    Known open;        /* what everybody knows of them; what is unseen here may be in the own hand */
    int worth[SEATS];  /* the least that the hidden cards of a hand are worth in halves; it may be one more */
} Seen;

#define MOST_SWAPS 400

/* By how much a hand is worth too little or too much. */
static inline int off(int halves, int least) {
    int over = halves - least;
    return over < 0 ? -over : over > 1 ? over - 1 : 0;
}

/* Cards that lie in a row, seat by seat, the rest of them out of the game. */
typedef struct {
    int card[CARDS], owner[CARDS], count;
    int first[SEATS], halves[SEATS];
} Row;

static inline Row in_a_row(const Seen *seen, Chance *chance) {
    Row row = {.count = 0};
    for (Cards cards = seen->own.unseen; cards; cards &= cards - 1) row.card[row.count++] = LOWEST(cards);
    shuffle(chance, row.card, row.count);
    int at = 0;
    for (int seat = 0; seat < seen->stage.seats; seat++) {
        row.first[seat] = at;
        for (int hidden = seen->own.hidden[seat]; hidden; hidden--, at++) {
            row.owner[at] = seat;
            row.halves[seat] += halves(ONE(row.card[at]));
        }
    }
    for (; at < row.count; at++) row.owner[at] = -1;
    return row;
}

/* Swap a card of a hand that is worth too little or too much, unless that makes it worse; 0 if all are right. */
static inline int correct(const Seen *seen, Row *row, Chance *chance) {
    int wrong[SEATS], count = 0;
    for (int seat = 0; seat < seen->stage.seats; seat++)
        if (seen->own.hidden[seat] && off(row->halves[seat], seen->worth[seat])) wrong[count++] = seat;
    if (!count) return 0;
    int seat = wrong[below(chance, count)];
    int here = row->first[seat] + below(chance, seen->own.hidden[seat]), there = below(chance, row->count);
    int other = row->owner[there];
    if (other == seat) return 1;
    int change = halves(ONE(row->card[there])) - halves(ONE(row->card[here]));
    int before = off(row->halves[seat], seen->worth[seat]);
    int after = off(row->halves[seat] + change, seen->worth[seat]);
    if (other >= 0) {
        before += off(row->halves[other], seen->worth[other]);
        after += off(row->halves[other] - change, seen->worth[other]);
    }
    if (after > before) return 1;
    int card = row->card[here];
    row->card[here] = row->card[there];
    row->card[there] = card;
    row->halves[seat] += change;
    if (other >= 0) row->halves[other] -= change;
    return 1;
}

/* Deal what is hidden so that every hand is worth the preservers it began with. */
static inline void imagine(const Seen *seen, Stage *stage, Chance *chance) {
    Row row = in_a_row(seen, chance);
    for (int swaps = 0; swaps < MOST_SWAPS && correct(seen, &row, chance); swaps++) continue;
    *stage = seen->stage;
    for (int seat = 0; seat < stage->seats; seat++) stage->hand[seat] = seen->own.cards[seat];
    for (int at = 0; at < row.count; at++)
        if (row.owner[at] >= 0) stage->hand[row.owner[at]] |= ONE(row.card[at]);
}

#endif
