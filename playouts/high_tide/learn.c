/* How likely a table is won: learned from games of careful, each table seen by every seat, every other game with surfers.

   After every go the network says how likely each seat wins; what it should have said is a mean of what it
   says after the next go and of what became of the game. */
#include "careful.h"
#include "network.h"
#include <stdint.h>

#define TABLES (ROUNDS * SEATS)
#define AT_ONCE 8   /* games between two steps */
#define TRUST 0.1f  /* of what the network says after the next go; the rest is what came of it */

/* What a learner keeps from one call to the next: the moments of Adam. */
typedef struct {
    Network network, mean, square;
    int64_t steps;
    Chance chance;
} Learner;

int learner_size(void) { return (int)sizeof(Learner); }
int weights(void) { return WEIGHTS; }

/* Adds to `change` what one table teaches: `error` is by how much too likely the win was said to be. */
static void teach(const Network *network, Network *change, const Seen *seen, float error) {
    float of_sums[WIDTH];
    change->start += error;
    for (int sum = 0; sum < WIDTH; sum++) {
        int active = seen->sums[sum] > 0;
        of_sums[sum] = active ? error * network->out[sum] : 0;
        change->out[sum] += active ? error * seen->sums[sum] : 0;
    }
    for (int fact = 0; fact < TABLE_FACTS; fact++) add_row(change->from_table[fact], seen->table[fact], of_sums);
    for (int beach = 0; beach < BEACHES; beach++) {
        float of_units[WIDTH] = {0};
        for (int unit = 0; unit < WIDTH; unit++) {
            if (seen->units[beach][unit] <= 0) continue;
            add_row(change->from_beach[unit], seen->units[beach][unit], of_sums);
            for (int sum = 0; sum < WIDTH; sum++) of_units[unit] += of_sums[sum] * network->from_beach[unit][sum];
        }
        for (int fact = 0; fact < BEACH_FACTS; fact++) add_row(change->of_beach[fact], seen->facts[beach][fact], of_units);
    }
}

static void adam(Learner *learner, const Network *change, int count, float rate) {
    float *weight = (float *)&learner->network, *mean = (float *)&learner->mean, *square = (float *)&learner->square;
    const float *sum = (const float *)change;
    learner->steps++;
    float first = 1 - powf(0.9f, learner->steps), second = 1 - powf(0.999f, learner->steps);
    for (int at = 0; at < WEIGHTS; at++) {
        float slope = sum[at] / count;
        mean[at] = 0.9f * mean[at] + 0.1f * slope;
        square[at] = 0.999f * square[at] + 0.001f * slope * slope;
        weight[at] -= rate * (mean[at] / first) / (sqrtf(square[at] / second) + 1e-6f);
    }
}

/* Each seat's part of the win. */
static void result(const Table *table, float *won) {
    int points[SEATS], totals[SEATS] = {0}, best = -1, winners = 0;
    for (int colour = 0; colour < BEACHES; colour++) {
        beach_points(table, colour, table->dry[colour], points);
        for (int seat = 0; seat < table->seats; seat++) totals[seat] += points[seat];
    }
    for (int seat = 0; seat < table->seats; seat++)
        if (totals[seat] > best) best = totals[seat];
    for (int seat = 0; seat < table->seats; seat++) winners += totals[seat] == best;
    for (int seat = 0; seat < table->seats; seat++) won[seat] = totals[seat] == best ? 1.0f / winners : 0;
}

/* Plays so many games and goes on learning; returns the mean square of the errors. */
double learn(Learner *learner, int games, float rate) {
    static Seen seen[TABLES][SEATS];
    static Network change;
    double errors = 0;
    long told = 0;
    for (int game = 1, seats_played = 0; game <= games; game++) {
        Table table = new_table(3 + below(&learner->chance, 4), &learner->chance);
        int tables = 0;
        if (game % 2) deal_surfers(&table, &learner->chance);
        while (table.phase != OVER) {
            choose_dice(&table, &learner->chance);
            move_by_dice(&table);
            end_go(&table);
            for (int seat = 0; seat < table.seats; seat++) {
                see(&table, seat, &seen[tables][seat]);
                judge(&learner->network, &seen[tables][seat]);
            }
            tables++;
            go_on(&table, &learner->chance);
        }
        float should[SEATS];
        result(&table, should);
        for (int seat = 0; seat < table.seats; seat++)
            for (int at = tables - 1; at >= 0; at--) {
                const Seen *then = &seen[at][seat];
                float error = then->chance - should[seat];
                errors += error * error;
                told++;
                teach(&learner->network, &change, then, error);
                should[seat] = TRUST * then->chance + (1 - TRUST) * should[seat];
            }
        seats_played += table.seats;
        if (game % AT_ONCE == 0) {
            adam(learner, &change, seats_played, rate);
            memset(&change, 0, sizeof change);
            seats_played = 0;
        }
    }
    return errors / told;
}

/* The chance of the seat whose go it is, were it over now: for the test that holds this against Python. */
float chance_after_go(const Table *table, const Network *network) {
    Table after = *table;
    Seen seen;
    end_go(&after);
    see(&after, table->pile[0], &seen);
    judge(network, &seen);
    return seen.chance;
}
