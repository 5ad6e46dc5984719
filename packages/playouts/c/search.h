/* The bot "expert": each card that the network thinks of is played out many times, against the same chance.

   What is hidden is dealt anew each time, and what counts is the chance to win the game. The own seat plays on
   as the network does; each other one does in half of the deals, and in the rest as "careful" does, as far as another
   network has learned that. The network's own opinion counts as some playouts. */
#ifndef SEARCH_H
#define SEARCH_H

#include "seen.h"

#define LEAST_CHANCE 0.02f  /* of the best card's: what is less likely is not tried */
#define OPINION 0.5         /* how many playouts won the network's opinion is worth, by its logarithm */
#define LOOK_AFTER 32       /* deals, after which cards that are clearly worse are dropped */
#define CLEARLY 2.5         /* standard errors */
#define CARELESS 0.5f       /* how often another seat is thought to play as "careful" does: docs/decisions/bots.md */

typedef struct {
    Network strong, careful;
} Networks;

static inline Networks networks_of(const float *strong, const float *careful) {
    Networks networks;
    memcpy(&networks.strong, strong, sizeof networks.strong);
    memcpy(&networks.careful, careful, sizeof networks.careful);
    return networks;
}

typedef struct {
    int so_far[SEATS];  /* points of the stages before */
    int stages_left;    /* after this one */
} Standing;

/* The tides of the rounds to come, drawn once for all cards that are compared. */
typedef struct {
    int low[HAND], high[HAND];
} Tides;

static inline Tides tides_to_come(const Stage *now, Chance *chance) {
    Tides tides = {{0}, {0}};
    Stage stage = *now;
    for (int round = now->round + 1; round < now->rounds; round++) {
        open_round(&stage, chance);
        tides.low[round] = stage.low;
        tides.high[round] = stage.high;
    }
    return tides;
}

static inline int network_card(const Network *network, const Stage *stage, int seat, const Known *open, Chance *chance) {
    Known known = *open;
    Question question;
    float worth[HAND];
    known.unseen &= ~stage->hand[seat];
    ask(stage, seat, &known, &question);
    judge(network, &question, worth, 0);
    into_chances(worth, question.count);
    return question.card[drawn(worth, question.count, chance)];
}

/* A chance of its own for each seat and round, so that it is the same whatever card is tried. */
static inline Chance chance_of(uint64_t seed, int seat, int round) {
    return (Chance){seed ^ (uint64_t)(round * 8 + seat + 1) * 0xD6E8FEB86659FD93ULL};
}

static inline void reveal(Known *open, int seat, int card) {
    if (open->unseen & ONE(card)) {
        open->unseen &= ~ONE(card);
        open->hidden[seat]--;
    } else {
        open->cards[seat] &= ~ONE(card);
    }
}

/* The rest of the stage, each seat by its network, from a round in which some cards may be given; 0 is none. */
static inline void play_out(const Network *const *by, Stage *stage, const int *given, const Tides *tides, Known open,
                            uint64_t seed, int *points) {
    int card[SEATS];
    for (;;) {
        for (int seat = 0; seat < stage->seats; seat++) {
            if (stage->eliminated[seat]) continue;
            Chance chance = chance_of(seed, seat, stage->round);
            if (given && given[seat]) card[seat] = given[seat];
            else if (COUNT(stage->hand[seat]) == 1) card[seat] = LOWEST(stage->hand[seat]);
            else card[seat] = network_card(by[seat], stage, seat, &open, &chance);
        }
        given = 0;
        for (int seat = 0; seat < stage->seats; seat++)
            if (!stage->eliminated[seat]) reveal(&open, seat, card[seat]);
        if (close_round(stage, card)) break;
        stage->low = tides->low[stage->round];
        stage->high = tides->high[stage->round];
        stage->left[stage->low]--;
        stage->left[stage->high]--;
        stage->tides_left -= 2;
    }
    points_of(stage, points);
}

/* How much a lead in points says about the end, by the stages that are still to come; found by trial. */
static const double SAYS[SEATS] = {0, 0.55, 0.40, 0.33, 0.28, 0.25};
#define LEAD_SAYS 0.01 /* so that a lost game is played well too */

static inline double chance_to_win(const Standing *standing, const int *points, int seats, int me) {
    int own = standing->so_far[me] + points[me], winners = 0, best = own, sum = 0;
    double all = 0;
    for (int seat = 0; seat < seats; seat++) {
        int total = standing->so_far[seat] + points[seat];
        if (total > best) best = total, winners = 0;
        winners += total == best;
        sum += points[seat];
        if (standing->stages_left) all += exp(SAYS[standing->stages_left] * (total - own));
    }
    if (standing->stages_left) return 1 / all;
    double lead = points[me] - (sum - points[me]) / (double)(seats - 1);
    return (own == best ? 1.0 / winners : 0) + LEAD_SAYS * lead;
}

typedef struct {
    int card;
    double opinion, sum, squares;
} Candidate;

static inline double total(const Candidate *one) { return one->sum + OPINION * one->opinion; }

static inline int best_of(const Candidate *candidates, int count) {
    int best = 0;
    for (int at = 1; at < count; at++)
        if (total(&candidates[at]) > total(&candidates[best])) best = at;
    return best;
}

/* The cards that the network thinks of. */
static inline int candidates_of(const Network *network, const Seen *seen, Candidate *candidates) {
    Question question;
    float worth[HAND], most = 0;
    int count = 0;
    ask(&seen->stage, seen->me, &seen->own, &question);
    judge(network, &question, worth, 0);
    into_chances(worth, question.count);
    for (int at = 0; at < question.count; at++)
        if (worth[at] > most) most = worth[at];
    for (int at = 0; at < question.count; at++)
        if (worth[at] >= LEAST_CHANCE * most)
            candidates[count++] = (Candidate){question.card[at], log(worth[at] / most), 0, 0};
    return count;
}

/* Keep those that may still be the best after so many deals. */
static inline int keep(Candidate *candidates, int count, int deals) {
    Candidate best = candidates[best_of(candidates, count)];
    double mean = best.sum / deals, spread = best.squares / deals - mean * mean;
    int kept = 0;
    for (int at = 0; at < count; at++) {
        Candidate one = candidates[at];
        double other = one.sum / deals, both = (spread + one.squares / deals - other * other) / deals;
        if (one.card == best.card || (total(&best) - total(&one)) / deals < CLEARLY * sqrt(both)) candidates[kept++] = one;
    }
    return kept;
}

static inline int search(const Networks *networks, const Seen *seen, const Standing *standing, int playouts, Chance *chance) {
    Candidate candidates[HAND];
    int count = candidates_of(&networks->strong, seen, candidates), done = 0, points[SEATS];
    for (int deals = 1; count > 1 && done < playouts; deals++, done += count) {
        Stage dealt;
        int given[SEATS] = {0};
        imagine(seen, &dealt, chance);
        const Network *by[SEATS];
        for (int seat = 0; seat < SEATS; seat++)
            by[seat] = seat != seen->me && unit(chance) < CARELESS ? &networks->careful : &networks->strong;
        Tides tides = tides_to_come(&dealt, chance);
        for (int seat = 0; seat < dealt.seats; seat++)
            if (seat != seen->me && !dealt.eliminated[seat])
                given[seat] = network_card(by[seat], &dealt, seat, &seen->open, chance);
        uint64_t seed = any(chance);
        for (int at = 0; at < count; at++) {
            Stage stage = dealt;
            given[seen->me] = candidates[at].card;
            play_out(by, &stage, given, &tides, seen->open, seed, points);
            double won = chance_to_win(standing, points, stage.seats, seen->me);
            candidates[at].sum += won;
            candidates[at].squares += won * won;
        }
        if (deals % LOOK_AFTER == 0) count = keep(candidates, count, deals);
    }
    return candidates[best_of(candidates, count)].card;
}

#endif
