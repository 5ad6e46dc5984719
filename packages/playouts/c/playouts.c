#include "playouts.h"
#include "search.h"

/* Compiled twice, for processors that take eight numbers in one step and for all others, where the linker can
   choose between them (docs/decisions/bots.md). Both give the same card. */
#if defined(__x86_64__) && defined(__GLIBC__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default"), flatten))
#else
#define FOR_EACH_PROCESSOR
#endif

static Known known_of(const TideSeen *from, const uint64_t *cards, const int *hidden, uint64_t unseen) {
    Known known = {.unseen = unseen};
    for (int seat = 0; seat < from->seats; seat++) {
        known.cards[seat] = cards[seat];
        known.hidden[seat] = hidden[seat];
    }
    return known;
}

static Seen seen_of(const TideSeen *from) {
    Seen seen = {.me = from->me};
    Stage *stage = &seen.stage;
    stage->seats = from->seats;
    stage->rounds = rounds_of(from->seats);
    stage->cascade = from->cascade;
    stage->round = stage->rounds - from->rounds_left;
    stage->low = from->low;
    stage->high = from->high;
    for (int tide = 1; tide <= HIGHEST_TIDE; tide++)
        stage->tides_left += stage->left[tide] = (int8_t)from->tides_left[tide];
    for (int seat = 0; seat < from->seats; seat++) {
        stage->level[seat] = from->levels[seat];
        stage->preservers[seat] = from->preservers[seat];
        stage->eliminated[seat] = from->eliminated[seat];
        stage->in_stage += !from->eliminated[seat];
        seen.worth[seat] = from->worth[seat];
    }
    stage->hand[from->me] = from->hand;
    seen.own = known_of(from, from->known, from->hidden, from->unseen);
    seen.open = known_of(from, from->open, from->hidden_from_all, from->unseen_by_all);
    return seen;
}

int tide_weights(void) { return WEIGHTS; }

int tide_facts(const TideSeen *from, float *table, float *cards) {
    Seen seen = seen_of(from);
    Question question = {.count = 0};
    ask(&seen.stage, seen.me, &seen.own, &question);
    memcpy(table, question.table, sizeof question.table);
    memcpy(cards, question.card_facts, sizeof(float) * CARD_FACTS * (size_t)question.count);
    return question.count;
}

int tide_worths(const float *weights, const TideSeen *from, float *worths) {
    Seen seen = seen_of(from);
    Network network;
    Question question;
    memcpy(&network, weights, sizeof network);
    ask(&seen.stage, seen.me, &seen.own, &question);
    judge(&network, &question, worths, 0);
    return question.count;
}

FOR_EACH_PROCESSOR int tide_choose(const float *strong, const float *careful, const TideSeen *from, int playouts,
                                  uint64_t seed) {
    Seen seen = seen_of(from);
    Networks networks = networks_of(strong, careful);
    Chance chance = {seed};
    Standing standing = {.stages_left = from->stages_left};
    memcpy(standing.so_far, from->so_far, sizeof standing.so_far);
    return search(&networks, &seen, &standing, playouts, &chance);
}
