/* What the network is told, and what it says: as in games/bots/high_tide/facts.py and network.py. */
#ifndef HIGH_TIDE_NETWORK_H
#define HIGH_TIDE_NETWORK_H

#include "rules.h"
#include <math.h>

#define BEACH_FACTS 30
#define TABLE_FACTS 12
#define WIDTH 16

enum { ENDED, BEST, NEAR = 10, NEARER = 11 };

typedef struct {
    /* A row for each fact and each unit, so that a compiler can work on a whole row at once. */
    float of_beach[BEACH_FACTS][WIDTH], from_beach[WIDTH][WIDTH], from_table[TABLE_FACTS][WIDTH], out[WIDTH], start;
} Network;
#define WEIGHTS ((int)(sizeof(Network) / sizeof(float)))

/* A table as one seat sees it, and what the network makes of it. */
typedef struct {
    float facts[BEACHES][BEACH_FACTS], units[BEACHES][WIDTH], table[TABLE_FACTS], sums[WIDTH], chance;
} Seen;

static float clip(float value, float least, float most) { return value < least ? least : value > most ? most : value; }

/* How likely each beach gets each wave of this round: each pair that lies there as likely, or a new one. */
static void waves(const Table *table, float likely[2][BEACHES]) {
    float each = 1.0f / (table->waiting + 1), rest = 1;
    memset(likely, 0, 2 * sizeof *likely);
    for (int space = 0; space < table->spaces; space++) {
        if (table->track[space] != PAIR) continue;
        rest -= each;
        for (int side = LEFT; side <= RIGHT; side++) likely[side][table->pairs[space].colour[side]] += each;
    }
    for (int beach = 0; beach < 2 * BEACHES; beach++) likely[0][beach] += (rest > 0 ? rest : 0) / BEACHES;
}

static void see_beach(const Table *table, int colour, int me, float likely[2][BEACHES], Seen *seen, float *expected) {
    int seats = table->seats, dry = table->dry[colour], others = seats - 1;
    int points[3][SEATS], dries[3] = {dry, after_wave(dry, LARGE), after_wave(dry, SMALL)};
    const int *at = table->at[colour], *came = table->came[colour];
    float leads[3], large = likely[LEFT][colour], small = likely[RIGHT][colour];
    for (int wave = 0; wave < 3; wave++) {
        int sum = 0;
        beach_points(table, colour, dries[wave], points[wave]);
        for (int seat = 0; seat < seats; seat++) sum += points[wave][seat];
        leads[wave] = points[wave][me] - (sum - points[wave][me]) / (float)others;
    }
    for (int seat = 0; seat < seats; seat++)
        expected[seat] += points[0][seat] + large * (points[1][seat] - points[0][seat]) +
                          small * (points[2][seat] - points[0][seat]);
    int place = at[me], gap = dry - place, ahead = 0, swim = 0, bar = 0, behind = -1, stands[3] = {-1, -1, -1};
    for (int seat = 0; seat < seats; seat++) {
        int space = at[seat];
        seen->table[NEAR] += (dry - space >= 0 && dry - space < 2) / 6.0f;
        seen->table[NEARER] += (dry - space >= 0 && dry - space < 3) / 6.0f;
        if (space > dry) seen->table[ENDED] = 1;
        if (seat == me) continue;
        if (space > dry) {
            swim++;
            continue;
        }
        bar += space == 0;
        if (space > place || (space == place && space > 0 && came[seat] > came[me])) ahead++;
        else if (space > behind) behind = space;
        for (int rank = 0; rank < 3; rank++)
            if (space > stands[rank]) {
                int next = stands[rank];
                stands[rank] = space;
                space = next;
            }
    }
    float left = (ROUNDS - table->round) / 5.0f, n = others;
    float facts[BEACH_FACTS] = {
        1, place / 20.0f, dry / 20.0f, clip(gap, 0, 8) / 8,
        gap < 0, place == 0, gap == 0,
        gap >= 0 && gap < 2, gap >= 0 && gap < 3,
        swim / n, bar / n,
        points[0][me] / 4.0f, leads[0] / 4, leads[1] / 4, leads[2] / 4,
        large, small,
        large * (leads[1] - leads[0]) / 2, small * (leads[2] - leads[0]) / 2,
        ahead / n, clip((stands[0] - place) / 8.0f, -1, 1), clip((stands[1] - place) / 8.0f, -1, 1),
        clip((stands[2] - place) / 8.0f, -1, 1),
        behind < 0 ? 1 : clip((place - behind) / 8.0f, 0, 1),
        left, table->waiting / n,
        clip((dry - (stands[0] > place ? stands[0] : place)) / 6.0f, -0.2f, 1),
        left * clip((stands[0] - place) / 8.0f, -1, 1),
        table->surfer[colour] == me, table->surfer[colour] != NOBODY && table->surfer[colour] != me,
    };
    memcpy(seen->facts[colour], facts, sizeof facts);
}

/* Between two goes; `waiting` are those who still play in this round. */
static void see(const Table *table, int me, Seen *seen) {
    float likely[2][BEACHES], expected[SEATS] = {0}, best = -1e9f;
    int seats = table->seats, moved = 1, before = 0, left = ROUNDS - table->round;
    memset(seen, 0, sizeof *seen);
    for (int place = 0; place < table->waiting; place++)
        if (table->pile[place] == me) {
            moved = 0;
            before = place;
        }
    if (moved) {
        int space = 0;
        while (table->track[space] != me) space++;
        before = table->waiting;
        while (++space < table->spaces) before += table->track[space] >= 0 && table->track[space] < SEATS;
    }
    waves(table, likely);
    for (int colour = 0; colour < BEACHES; colour++) see_beach(table, colour, me, likely, seen, expected);
    for (int seat = 0; seat < seats; seat++)
        if (seat != me && expected[seat] > best) best = expected[seat];
    float *facts = seen->table;
    if (left == 0) facts[ENDED] = 1;
    facts[BEST] = clip((expected[me] - best) / 6, -2, 2);
    facts[2] = 1;
    facts[3] = left / 5.0f;
    facts[4] = left == 0;
    facts[5] = left == 1;
    facts[6] = table->waiting / (seats - 1.0f);
    facts[7] = moved;
    facts[8] = count_on_track(table, PAIR, table->spaces) / (float)seats;
    facts[9] = before / (2.0f * seats);
}

static void add_row(float *sums, float value, const float *row) {
    for (int at = 0; at < WIDTH; at++) sums[at] += value * row[at];
}

static void judge(const Network *network, Seen *seen) {
    float worth = network->start;
    memset(seen->sums, 0, sizeof seen->sums);
    memset(seen->units, 0, sizeof seen->units);
    for (int beach = 0; beach < BEACHES; beach++) {
        float *units = seen->units[beach];
        for (int fact = 0; fact < BEACH_FACTS; fact++) add_row(units, seen->facts[beach][fact], network->of_beach[fact]);
        for (int unit = 0; unit < WIDTH; unit++) {
            if (units[unit] < 0) units[unit] = 0;
            add_row(seen->sums, units[unit], network->from_beach[unit]);
        }
    }
    for (int fact = 0; fact < TABLE_FACTS; fact++) add_row(seen->sums, seen->table[fact], network->from_table[fact]);
    for (int sum = 0; sum < WIDTH; sum++)
        if (seen->sums[sum] > 0) worth += network->out[sum] * seen->sums[sum];
    seen->chance = 1 / (1 + expf(-worth));
}

#endif
