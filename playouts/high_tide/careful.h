/* The bot careful of games/bots/high_tide/careful.py, in the base game and with surfers. */
#ifndef HIGH_TIDE_CAREFUL_H
#define HIGH_TIDE_CAREFUL_H

#include "rules.h"

#define WAVE (1 / 6.0f)
#define HEAD_START 0.12f
#define LONGEST (2 * FACES)
#define ALL_DICE 3 /* more than any answer re-rolls */

typedef struct {
    Table *table;
    int seat, counted;
    float now[BEACHES], gains[BEACHES][LONGEST + 1];
    char known[BEACHES][LONGEST + 1];
    int rolls;
    float worths[BEACHES * BEACHES * FACES * FACES], weights[BEACHES * BEACHES * FACES * FACES];
} Outlook;

static float lead(const Table *table, int colour, int dry, int seat) {
    int points[SEATS], sum = 0;
    beach_points(table, colour, dry, points);
    for (int each = 0; each < table->seats; each++) sum += points[each];
    return points[seat] - (sum - points[seat]) / (table->seats - 1.0f);
}

static float beach_worth(const Table *table, int colour, int seat) {
    int dry = table->dry[colour], at = table->at[colour][seat];
    return lead(table, colour, dry, seat) * (1 - 2 * WAVE) +
           (lead(table, colour, after_wave(dry, LARGE), seat) + lead(table, colour, after_wave(dry, SMALL), seat)) * WAVE +
           HEAD_START * (ROUNDS - table->round) * (at < dry ? at : dry);
}

static void look(Outlook *outlook, Table *table) {
    memset(outlook, 0, sizeof *outlook);
    outlook->table = table;
    outlook->seat = table->pile[0];
    for (int colour = 0; colour < BEACHES; colour++)
        outlook->now[colour] = beach_worth(table, colour, outlook->seat);
}

static float gain(Outlook *outlook, int colour, int steps) {
    if (!outlook->known[colour][steps]) {
        Table *table = outlook->table;
        int seat = outlook->seat, at = table->at[colour][seat], came = table->came[colour][seat];
        move_chair(table, seat, colour, steps);
        outlook->gains[colour][steps] = beach_worth(table, colour, seat) - outlook->now[colour];
        outlook->known[colour][steps] = 1;
        table->at[colour][seat] = at;
        table->came[colour][seat] = came;
    }
    return outlook->gains[colour][steps];
}

static float pair_worth(Outlook *outlook, const int *colour, int left, int right) {
    if (colour[LEFT] == colour[RIGHT]) return gain(outlook, colour[LEFT], left + right);
    return gain(outlook, colour[LEFT], left) + gain(outlook, colour[RIGHT], right);
}

/* The pairs that the bag may give, with how likely each is. */
static void list_rolls(Outlook *outlook) {
    const int *bag = outlook->table->bag;
    for (int one = 0; one < BEACHES; one++)
        for (int other = one; other < BEACHES; other++) {
            int weight = one == other ? bag[one] * (bag[one] - 1) / 2 : bag[one] * bag[other];
            int colours[2] = {one, other};
            for (int faces = 0; weight > 0 && faces < FACES * FACES; faces++) {
                outlook->weights[outlook->rolls] = weight;
                outlook->worths[outlook->rolls++] =
                    pair_worth(outlook, colours, 1 + faces / FACES, 1 + faces % FACES);
            }
        }
}

/* A roll that can be declined as long as more than one space is free. */
static float roll_worth(Outlook *outlook, int free) {
    float worth = -1e9f;
    if (!outlook->rolls) list_rolls(outlook);
    for (int again = 0; again < free || again == 0; again++) {
        float sum = 0, weights = 0;
        for (int roll = 0; roll < outlook->rolls; roll++) {
            float value = outlook->worths[roll], weight = outlook->weights[roll];
            sum += weight * (value > worth ? value : worth);
            weights += weight;
        }
        worth = sum / weights;
    }
    return worth;
}

/* The dice on average when those marked are rolled again: 1 the left one, 2 the right one. */
static float rerolled(Outlook *outlook, const Dice *dice, int again) {
    float sum = 0;
    int count = 0;
    for (int left = 1; left <= FACES; left++)
        for (int right = 1; right <= FACES; right++) {
            if (!(again & 1) && left != dice->face[LEFT]) continue;
            if (!(again & 2) && right != dice->face[RIGHT]) continue;
            sum += pair_worth(outlook, dice->colour, left, right);
            count++;
        }
    return sum / count;
}

/* How many ways there are to re-roll a pair from this space. */
static int rerolls(int space) { return space == 0 ? 4 : space == 1 ? 3 : 1; }

static int best_reroll(Outlook *outlook, const Dice *dice, int space, float *best) {
    int chosen = 0;
    *best = -1e9f;
    for (int again = 0; again < rerolls(space); again++) {
        float worth = rerolled(outlook, dice, again);
        if (worth > *best + 1e-6f) {
            *best = worth;
            chosen = again;
        }
    }
    return chosen;
}

/* One go up to its move, with every decision as careful makes it. */
static void choose_dice(Table *table, Chance *chance) {
    Outlook outlook;
    look(&outlook, table);
    int free = free_spaces(table), space = -1;
    float best = free ? roll_worth(&outlook, free) : -1e9f;
    for (int each = 0; each < table->spaces; each++) {
        float worth;
        if (table->track[each] != PAIR) continue;
        best_reroll(&outlook, &table->pairs[each], each, &worth);
        if (worth > best + 1e-6f) {
            best = worth;
            space = each;
        }
    }
    if (space >= 0) {
        table->dice = table->pairs[space];
        table->track[space] = FREE;
        int again = best_reroll(&outlook, &table->dice, space, &best);
        for (int side = LEFT; side <= RIGHT; side++)
            if (again >> side & 1) table->dice.face[side] = 1 + below(chance, FACES);
        return;
    }
    for (;;) {
        draw_and_roll(table, chance);
        if (free == 1) return;
        const Dice *dice = &table->dice;
        float kept = pair_worth(&outlook, dice->colour, dice->face[LEFT], dice->face[RIGHT]);
        outlook.rolls = 0; /* the bag holds less now */
        if (kept + 1e-6f >= roll_worth(&outlook, free - 1)) return;
        put_pair(table);
        free--;
    }
}

#endif
