/* Self-play: each deal is played many times, and what made more of it than the average is done more often.

   Policy gradient; what a seat got in the other games of the same deal is what it is measured by. The
   reward is the lead over the mean of the others, from this round on. */
#include "learning.h"
#include <stdlib.h>

#define AGAIN 12 /* games of each deal */
#define DECISIONS (AGAIN * SEATS * HAND)

typedef struct {
    int seats, cascade, all_known;
    float whim[SEATS]; /* how often a seat plays any card and else by habit; -1 for one that learns */
    Cards hands[SEATS];
    uint64_t tides;
} Deal;

static Deal new_deal(Chance *chance) {
    Deal deal = {.seats = 3 + below(chance, 4), .cascade = below(chance, 2)};
    /* In the last stages a seat has held nearly all hands, in the first only its own. */
    deal.all_known = below(chance, deal.seats) > 0;
    int cards[CARDS], rounds = rounds_of(deal.seats);
    for (int at = 0; at < CARDS; at++) cards[at] = at + 1;
    shuffle(chance, cards, CARDS);
    for (int at = 0; at < deal.seats * rounds; at++) deal.hands[at / rounds] |= ONE(cards[at]);
    for (int seat = 0; seat < deal.seats; seat++) deal.whim[seat] = -1;
    /* In a third of the deals some do not think, so that it learns to play against such too. */
    if (below(chance, 3) == 0)
        for (int some = 1 + below(chance, deal.seats - 1); some; some--) {
            float whim = below(chance, 2) ? 0.4f : 0.8f;
            deal.whim[below(chance, deal.seats)] = whim;
        }
    deal.tides = any(chance);
    return deal;
}

/* By how much each seat leads the mean of the others, if the stage ended without a bonus. */
static void leads(const Stage *stage, const int *points, float *lead) {
    int own[SEATS], sum = 0;
    for (int seat = 0; seat < stage->seats; seat++) {
        own[seat] = points ? points[seat] : stage->eliminated[seat] ? ELIMINATED : stage->preservers[seat];
        sum += own[seat];
    }
    for (int seat = 0; seat < stage->seats; seat++)
        lead[seat] = own[seat] - (sum - own[seat]) / (float)(stage->seats - 1);
}

static int thoughtless_card(const Stage *stage, int seat, float whim, Chance *chance) {
    if (unit(chance) < whim) return card_at(stage->hand[seat], below(chance, COUNT(stage->hand[seat])));
    return habit(stage, seat, highest_level(stage));
}

static int learned_card(const Network *network, const Stage *stage, int seat, const Deal *deal, Cards unseen,
                        Decision *decision, Chance *chance) {
    Known known = {.unseen = deal->all_known ? 0 : unseen & ~stage->hand[seat]};
    for (int other = 0; other < stage->seats; other++) {
        known.cards[other] = deal->all_known ? stage->hand[other] : 0;
        known.hidden[other] = deal->all_known ? 0 : COUNT(stage->hand[other]);
    }
    ask(stage, seat, &known, &decision->question);
    judge(network, &decision->question, decision->chances, decision->sums);
    into_chances(decision->chances, decision->question.count);
    decision->chosen = drawn(decision->chances, decision->question.count, chance);
    decision->seat = seat;
    decision->round = stage->round;
    return decision->question.card[decision->chosen];
}

/* One stage of a deal; how many decisions it took, and from each round on what each seat gained. */
static int play(const Network *network, const Deal *deal, Decision *decisions, float (*gain)[SEATS], Chance *chance) {
    Stage stage;
    Chance tides = {deal->tides};
    Cards unseen = ALL_CARDS;
    float before[HAND][SEATS], end[SEATS];
    int count = 0, over = 0, points[SEATS];
    begin_stage(&stage, deal->seats, deal->cascade, deal->hands);
    while (!over) {
        int card[SEATS];
        open_round(&stage, &tides);
        leads(&stage, 0, before[stage.round]);
        for (int seat = 0; seat < stage.seats; seat++) {
            if (stage.eliminated[seat]) continue;
            if (COUNT(stage.hand[seat]) == 1) card[seat] = LOWEST(stage.hand[seat]);
            else if (deal->whim[seat] >= 0) card[seat] = thoughtless_card(&stage, seat, deal->whim[seat], chance);
            else card[seat] = learned_card(network, &stage, seat, deal, unseen, &decisions[count++], chance);
        }
        for (int seat = 0; seat < stage.seats; seat++)
            if (!stage.eliminated[seat]) unseen &= ~ONE(card[seat]);
        over = close_round(&stage, card);
    }
    points_of(&stage, points);
    leads(&stage, points, end);
    for (int round = 0; round < HAND; round++)
        for (int seat = 0; seat < stage.seats; seat++)
            gain[round][seat] = round < stage.round ? end[seat] - before[round][seat] : 0;
    return count;
}

/* So many steps, each after so many deals. */
void learn(Learner *learner, int steps, int deals, float rate, float curious) {
    Chance chance = {learner->chance};
    Decision *decisions = malloc(sizeof(Decision) * DECISIONS);
    float gain[AGAIN][HAND][SEATS];
    int64_t all = 0;
    double entropy = 0;
    for (int step = 0; step < steps; step++) {
        Network gradient = {0};
        int64_t decided = 0;
        for (int number = 0; number < deals; number++) {
            Deal deal = new_deal(&chance);
            int count = 0;
            for (int game = 0; game < AGAIN; game++) {
                int more = play(&learner->network, &deal, decisions + count, gain[game], &chance);
                for (int at = count; at < count + more; at++) decisions[at].game = game;
                count += more;
            }
            for (int at = 0; at < count; at++) {
                const Decision *one = &decisions[at];
                float own = gain[one->game][one->round][one->seat], sum = 0;
                for (int game = 0; game < AGAIN; game++) sum += gain[game][one->round][one->seat];
                entropy += add(&learner->network, &gradient, one, own - (sum - own) / (AGAIN - 1), curious);
            }
            decided += count;
        }
        climb(learner, &gradient, decided, rate);
        all += decided;
    }
    free(decisions);
    learner->chance = chance.state;
    learner->entropy = entropy / (double)all;
}
