/* One bot against a table of others, to see quickly what training is worth. */
#include "game.h"

void use(const float *strong, const float *careful) { networks = networks_of(strong, careful); }

/* Whose time is taken, and how many choices it had, all their milliseconds, and those of the longest. */
typedef struct {
    int place;
    double *spent;
} Watched;

static void take_time(void *with, const Choice *choice) {
    Watched *watched = with;
    if (choice->seen->me != watched->place) return;
    watched->spent[0]++, watched->spent[1] += choice->took;
    if (choice->took > watched->spent[2]) watched->spent[2] = choice->took;
}

/* One game; the first bot sits in seat `place`, the other one in all others. Returns the first one's part of the win. */
double duel(int seats, int cascade, const Bot *one, const Bot *others, int place, uint64_t seed, double *spent) {
    Bot bots[SEATS] = {{0, 0}};
    int points[SEATS], winners = 0;
    for (int seat = 0; seat < seats; seat++) bots[seat] = seat == place ? *one : *others;
    play_game(seats, cascade, bots, seed, points, take_time, &(Watched){place, spent});
    for (int seat = 0; seat < seats; seat++) {
        if (points[seat] > points[place]) return 0;
        winners += points[seat] == points[place];
    }
    return 1.0 / winners;
}

/* One stage of given hands, tides and cards, for the test that compares these rules with the server's.

   `after` has for each round and seat the level, the preservers left and whether it is out; returns the rounds. */
int replay(int seats, int cascade, const Cards *hands, const int *tides, const int *cards, int (*after)[3], int *points) {
    Stage stage;
    int over = 0;
    begin_stage(&stage, seats, cascade, hands);
    while (!over) {
        int one = tides[2 * stage.round], other = tides[2 * stage.round + 1], round = stage.round;
        stage.low = one < other ? one : other;
        stage.high = one < other ? other : one;
        over = close_round(&stage, cards + round * seats);
        for (int seat = 0; seat < seats; seat++) {
            int *row = after[round * seats + seat];
            row[0] = stage.level[seat], row[1] = stage.preservers[seat], row[2] = stage.eliminated[seat];
        }
    }
    points_of(&stage, points);
    return stage.round;
}
