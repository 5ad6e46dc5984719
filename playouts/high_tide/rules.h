/* High Tide's base game, and surfers if they are dealt, as far as one has to know it to play millions of rounds. */
#ifndef HIGH_TIDE_RULES_H
#define HIGH_TIDE_RULES_H

#include "../c/chance.h"
#include <string.h>

#define SEATS 6
#define BEACHES 6
#define SPACES 7 /* of the track */
#define FACES 6
#define ROUNDS 6
#define LENGTH 20 /* of a beach */
#define LARGE 3
#define SMALL 2
#define RENTAL 4 /* the space on which it begins */

enum { LEFT, RIGHT };
enum { CHOOSE, ACCEPT, REROLL, OVER };
enum { FREE = -1, PAIR = SEATS }; /* on a space of the track; else the seat whose towel lies there */
enum { NOBODY = -1 };

typedef struct {
    int colour[2], face[2];
} Dice;

typedef struct {
    int seats, spaces, round, phase, rental; /* rental: its space, 0 once it is removed */
    int waiting, pile[SEATS];                /* towels of those who have not ended their go */
    int track[SPACES], bag[BEACHES];
    Dice pairs[SPACES], dice;
    int at[BEACHES][SEATS];   /* where each chair stands */
    int came[BEACHES][SEATS]; /* when it came there; of two on a space the later one lies first */
    int dry[BEACHES], moves;
    int surfer[BEACHES]; /* the seat that surfs there */
} Table;

static int available(const Table *table) { return table->rental ? table->rental - 1 : table->spaces; }

static int count_on_track(const Table *table, int what, int spaces) {
    int count = 0;
    for (int space = 0; space < spaces; space++) count += table->track[space] == what;
    return count;
}

static int free_spaces(const Table *table) { return count_on_track(table, FREE, available(table)); }

static int first_free(const Table *table) {
    int space = 0;
    while (table->track[space] != FREE) space++;
    return space;
}

static void put_pair(Table *table) {
    int space = first_free(table);
    table->track[space] = PAIR;
    table->pairs[space] = table->dice;
}

static void draw_and_roll(Table *table, Chance *chance) {
    int colours[2], faces[2];
    for (int die = 0; die < 2; die++) {
        int left = 0, colour = 0;
        for (int each = 0; each < BEACHES; each++) left += table->bag[each];
        int pick = below(chance, left);
        while (pick >= table->bag[colour]) pick -= table->bag[colour++];
        table->bag[colour]--;
        colours[die] = colour;
        faces[die] = 1 + below(chance, FACES);
    }
    int swap = faces[1] > faces[0] || (faces[1] == faces[0] && colours[1] < colours[0]);
    for (int side = LEFT; side <= RIGHT; side++) {
        table->dice.colour[side] = colours[side ^ swap];
        table->dice.face[side] = faces[side ^ swap];
    }
}

static void begin_round(Table *table) {
    for (int space = 0; space < table->spaces; space++) table->track[space] = FREE;
    for (int colour = 0; colour < BEACHES; colour++) table->bag[colour] = table->seats <= 4 ? 2 : 3;
    table->rental = RENTAL <= table->spaces ? RENTAL : 0;
    table->waiting = table->seats;
    table->phase = CHOOSE;
}

static Table new_table(int seats, Chance *chance) {
    Table table = {.seats = seats, .spaces = seats + 1, .round = 1};
    for (int seat = 0; seat < seats; seat++) table.pile[seat] = seat;
    shuffle(chance, table.pile, seats);
    for (int colour = 0; colour < BEACHES; colour++) {
        table.dry[colour] = LENGTH;
        table.surfer[colour] = NOBODY;
    }
    begin_round(&table);
    return table;
}

/* Each seat gets a beach on which it surfs. */
static void deal_surfers(Table *table, Chance *chance) {
    int beaches[BEACHES] = {0, 1, 2, 3, 4, 5};
    shuffle(chance, beaches, BEACHES);
    for (int seat = 0; seat < table->seats; seat++) table->surfer[beaches[seat]] = seat;
}

static void move_chair(Table *table, int seat, int colour, int steps) {
    int *at = &table->at[colour][seat], water = table->dry[colour] + 1;
    if (*at >= water) return;
    *at = *at + steps < water ? *at + steps : water;
    table->came[colour][seat] = ++table->moves;
}

static void move_by_dice(Table *table) {
    const Dice *dice = &table->dice;
    int seat = table->pile[0];
    if (dice->colour[LEFT] == dice->colour[RIGHT]) {
        move_chair(table, seat, dice->colour[LEFT], dice->face[LEFT] + dice->face[RIGHT]);
    } else {
        for (int side = LEFT; side <= RIGHT; side++)
            move_chair(table, seat, dice->colour[side], dice->face[side]);
    }
}

/* The seats on sand from the water on, but for who surfs there; returns how many they are. */
static int ranking(const Table *table, int colour, int dry, int *seats) {
    const int *at = table->at[colour], *came = table->came[colour];
    int count = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        if (at[seat] == 0 || at[seat] > dry || seat == table->surfer[colour]) continue;
        int place = count++;
        for (; place > 0; place--) {
            int other = seats[place - 1];
            if (at[other] > at[seat] || (at[other] == at[seat] && came[other] > came[seat])) break;
            seats[place] = other;
        }
        seats[place] = seat;
    }
    return count;
}

/* What a beach is worth to each seat with so many dry spaces. */
static void beach_points(const Table *table, int colour, int dry, int *points) {
    static const int worth[] = {4, 2, 1};
    const int *at = table->at[colour];
    int seats[SEATS], places = table->seats <= 4 ? 2 : 3, surfer = table->surfer[colour], first = 0;
    int count = ranking(table, colour, dry, seats);
    for (int seat = 0; seat < table->seats; seat++) points[seat] = at[seat] == 0;
    if (surfer != NOBODY) {
        first = at[surfer] > dry;
        points[surfer] = first ? 6 : at[surfer] == 0 ? 2 : 0;
    }
    for (int place = first; place < places && place - first < count; place++) points[seats[place - first]] = worth[place];
}

static int after_wave(int dry, int length) { return dry > length ? dry - length : 0; }

/* The towel of who has moved goes on the track. */
static void end_go(Table *table) {
    table->track[first_free(table)] = table->pile[0];
    memmove(table->pile, table->pile + 1, (SEATS - 1) * sizeof *table->pile);
    table->waiting--;
    table->phase = CHOOSE;
}

/* On to the next go, or to the next round if this one is over. */
static void go_on(Table *table, Chance *chance) {
    if (table->waiting) {
        if (table->rental) table->rental = table->rental == table->spaces ? 0 : table->rental + 1;
        return;
    }
    if (!count_on_track(table, PAIR, table->spaces)) {
        draw_and_roll(table, chance);
        put_pair(table);
    }
    int last = 0, flooded = 0;
    while (table->track[last] != PAIR) last++;
    for (int side = LEFT; side <= RIGHT; side++) {
        int *dry = &table->dry[table->pairs[last].colour[side]];
        *dry = after_wave(*dry, side == LEFT ? LARGE : SMALL);
    }
    for (int colour = 0; colour < BEACHES; colour++)
        for (int seat = 0; seat < table->seats; seat++)
            flooded |= table->at[colour][seat] > table->dry[colour];
    if (flooded || table->round == ROUNDS) {
        table->phase = OVER;
        return;
    }
    int next = 0;
    for (int space = table->spaces - 1; space >= 0; space--)
        if (table->track[space] >= 0 && table->track[space] < SEATS) table->pile[next++] = table->track[space];
    table->round++;
    begin_round(table);
}

#endif
