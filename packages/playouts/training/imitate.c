/* How `careful` plays, learned from the cards that it has played, so that `expert` can think it of others. */
#include "game.h"
#include "learning.h"

typedef struct {
    Question question;
    int chosen;
} Example;

typedef struct {
    Example *all;
    int count, most;
} Examples;

int example_size(void) { return (int)sizeof(Example); }

/* What is asked is what everybody knows, and the own hand: `expert` has no more of another seat in its mind. */
static void keep_example(void *with, const Choice *choice) {
    Examples *examples = with;
    if (choice->kind != CAREFUL || examples->count == examples->most) return;
    const Stage *stage = &choice->seen->stage;
    Example *one = &examples->all[examples->count++];
    Known known = choice->seen->open;
    known.unseen &= ~stage->hand[choice->seen->me];
    ask(stage, choice->seen->me, &known, &one->question);
    for (int at = 0; at < one->question.count; at++)
        if (one->question.card[at] == choice->card) one->chosen = at;
}

/* Have it play until there are so many examples; about every fourth seat is one of `strong`. */
void watch(const float *strong, int playouts, uint64_t seed, Example *all, int most) {
    Examples examples = {all, 0, most};
    networks = networks_of(strong, strong);
    for (; examples.count < most; seed++) {
        Chance chance = {seed};
        Bot bots[SEATS] = {{0, 0}};
        int points[SEATS], seats = 3 + below(&chance, 4), cascade = below(&chance, 2);
        for (int seat = 0; seat < seats; seat++) bots[seat] = (Bot){below(&chance, 4) ? CAREFUL : STRONG, playouts};
        play_game(seats, cascade, bots, seed, points, keep_example, &examples);
    }
}

/* So many steps, each by some of the examples: what was played becomes more likely. */
void imitate(Learner *learner, const Example *all, int count, int steps, int some, float rate) {
    Chance chance = {learner->chance};
    double entropy = 0;
    for (int step = 0; step < steps; step++) {
        Network gradient = {0};
        for (int at = 0; at < some; at++) {
            const Example *one = &all[below(&chance, count)];
            Decision decision = {.question = one->question, .chosen = one->chosen};
            judge(&learner->network, &decision.question, decision.chances, decision.sums);
            into_chances(decision.chances, decision.question.count);
            entropy += add(&learner->network, &gradient, &decision, 1, 0);
        }
        climb(learner, &gradient, some, rate);
    }
    learner->chance = chance.state;
    learner->entropy = entropy / ((double)steps * some);
}

/* How often the likeliest card was the one played. */
double as_played(const float *weights, const Example *all, int count) {
    Network network;
    int right = 0;
    memcpy(&network, weights, sizeof network);
    for (int at = 0; at < count; at++) {
        float worth[HAND];
        int best = 0;
        judge(&network, &all[at].question, worth, 0);
        for (int card = 1; card < all[at].question.count; card++)
            if (worth[card] > worth[best]) best = card;
        right += best == all[at].chosen;
    }
    return right / (double)count;
}
