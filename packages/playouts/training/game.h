/* Whole games between bots, as `tools.bots` plays them with the real ones. */
#ifndef GAME_H
#define GAME_H

#include "../c/search.h"
#include <time.h>

enum { RANDOM, CAREFUL, STRONG, EXPERT };

typedef struct {
    int kind, playouts;
} Bot;

/* The networks of `strong` and of how `careful` plays. */
static Networks networks;

/* As games/rulesets/turn_the_tide/bots/careful.py, which knows nothing of former stages and gone tides. */
static int careful(const Seen *seen, int playouts, Chance *chance) {
    Cards hand = seen->stage.hand[seen->me];
    int count = COUNT(hand), times = playouts / count, sums[HAND] = {0}, best = 0;
    for (int time = times < 4 ? 4 : times; time; time--) {
        Stage dealt;
        imagine(seen, &dealt, chance);
        float whim = below(chance, 2) ? 1.0f : 0.4f;
        Tides tides = tides_to_come(&dealt, chance);
        for (int at = 0; at < count; at++) {
            Stage stage = dealt;
            int mine = card_at(hand, at), points[SEATS], over = 0;
            stage.cascade = 1;
            while (!over) {
                int card[SEATS], highest = highest_level(&stage);
                for (int seat = 0; seat < stage.seats; seat++) {
                    if (stage.eliminated[seat]) continue;
                    if (seat == seen->me && mine) card[seat] = mine, mine = 0;
                    else if (unit(chance) < (seat == seen->me ? 0.4f : whim))
                        card[seat] = card_at(stage.hand[seat], below(chance, COUNT(stage.hand[seat])));
                    else card[seat] = habit(&stage, seat, highest);
                }
                over = close_round(&stage, card);
                if (over) continue;
                stage.low = tides.low[stage.round];
                stage.high = tides.high[stage.round];
            }
            points_of(&stage, points);
            sums[at] += points[seen->me];
        }
    }
    for (int at = 1; at < count; at++)
        if (sums[at] > sums[best]) best = at;
    return card_at(hand, best);
}

/* `hands` as dealt; `before` are the cards shown in the stages before, `now` in this one. */
static Seen seen_by(const Stage *stage, int me, int number, const Cards *hands, Cards before, Cards now, int forgets) {
    Seen seen = {.stage = *stage, .me = me};
    int seats = stage->seats;
    Cards held = 0, shown = forgets ? now : before | now;
    for (int turn = forgets ? number : 0; turn <= number; turn++) held |= hands[(me - turn + seats) % seats];
    seen.own.unseen = ALL_CARDS & ~shown & ~held;
    seen.open.unseen = ALL_CARDS & ~shown;
    for (int seat = 0; seat < seats; seat++) {
        Cards full = hands[(seat - number + seats) % seats], left = stage->hand[seat];
        seen.own.cards[seat] = left & ~seen.own.unseen;
        seen.own.hidden[seat] = COUNT(left & seen.own.unseen);
        seen.open.cards[seat] = left & ~seen.open.unseen;
        seen.open.hidden[seat] = COUNT(left & seen.open.unseen);
        seen.worth[seat] = 2 * (halves(full) / 2) - halves(full & ~seen.own.unseen);
    }
    if (forgets) {
        int gone[SEATS + 2] = {stage->low, stage->high};
        memcpy(gone + 2, stage->level, sizeof(int) * seats);
        tides_back(&seen.stage);
        for (int at = 0; at < seats + 2; at++)
            if (gone[at] && seen.stage.left[gone[at]]) seen.stage.left[gone[at]]--, seen.stage.tides_left--;
    }
    return seen;
}

static int choose(const Bot *bot, const Seen *seen, const Standing *standing, Chance *chance) {
    Cards hand = seen->stage.hand[seen->me];
    if (bot->kind == RANDOM) return card_at(hand, below(chance, COUNT(hand)));
    if (bot->kind == CAREFUL) return careful(seen, bot->playouts, chance);
    if (bot->kind == EXPERT) return search(&networks, seen, standing, bot->playouts, chance);
    return network_card(&networks.strong, &seen->stage, seen->me, &seen->own, chance);
}

/* A card that a bot has chosen, for whoever watches a game. */
typedef struct {
    const Seen *seen; /* all that its seat remembers, whatever the bot makes of it */
    int kind, card;
    double took; /* milliseconds of processor time */
} Choice;

static double milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/* One game of these bots, by seat, and the points of each seat; every choice is shown to `watch`. */
static void play_game(int seats, int cascade, const Bot *bots, uint64_t seed, int *points,
                      void (*watch)(void *with, const Choice *choice), void *with) {
    Chance deal = {seed * 2 + 1}, chance = {seed ^ 0x5DEECE66DULL};
    int cards[CARDS], rounds = rounds_of(seats);
    Cards hands[SEATS] = {0}, before = 0;
    Standing standing = {{0}, seats - 1};
    for (int at = 0; at < CARDS; at++) cards[at] = at + 1;
    shuffle(&deal, cards, CARDS);
    for (int at = 0; at < seats * rounds; at++) hands[at / rounds] |= ONE(cards[at]);
    for (int number = 0; number < seats; number++, standing.stages_left--) {
        Stage stage;
        Cards turned[SEATS], now = 0;
        int over = 0, gained[SEATS];
        for (int seat = 0; seat < seats; seat++) turned[seat] = hands[(seat - number + seats) % seats];
        begin_stage(&stage, seats, cascade, turned);
        while (!over) {
            int card[SEATS];
            open_round(&stage, &deal);
            for (int seat = 0; seat < seats; seat++) {
                if (stage.eliminated[seat]) continue;
                card[seat] = LOWEST(stage.hand[seat]);
                if (COUNT(stage.hand[seat]) == 1) continue;
                Seen seen = seen_by(&stage, seat, number, hands, before, now, 0);
                Seen less = seen_by(&stage, seat, number, hands, before, now, 1);
                double began = milliseconds();
                card[seat] = choose(&bots[seat], bots[seat].kind == CAREFUL ? &less : &seen, &standing, &chance);
                watch(with, &(Choice){&seen, bots[seat].kind, card[seat], milliseconds() - began});
            }
            for (int seat = 0; seat < seats; seat++)
                if (!stage.eliminated[seat]) now |= ONE(card[seat]);
            over = close_round(&stage, card);
        }
        before |= now;
        points_of(&stage, gained);
        for (int seat = 0; seat < seats; seat++) standing.so_far[seat] += gained[seat];
    }
    memcpy(points, standing.so_far, sizeof standing.so_far);
}

#endif
