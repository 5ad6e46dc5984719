/* The network of the bot "strong": facts of the table and of a card in, how good the card is out.

   games/rulesets/turn_the_tide/bots/facts.py and network.py are the same in Python; a test compares them. */
#ifndef NETWORK_H
#define NETWORK_H

#include "rules.h"
#include <math.h>

#define TABLE_FACTS 25
#define CARD_FACTS 25
#define WIDTH 24
#define LEAK 0.05f
/* How far the others are thought to go by habit; else each card of theirs is as likely. */
#define BY_HABIT 0.6f

typedef struct {
    float from_table[TABLE_FACTS][WIDTH], from_card[CARD_FACTS][WIDTH];
    float out[WIDTH], straight[CARD_FACTS];
} Network;

#define WEIGHTS ((int)(sizeof(Network) / sizeof(float)))

/* What is known of a hand: these cards are in it, and so many more that nobody has shown. */
typedef struct {
    Cards cards[SEATS];
    int hidden[SEATS];
    Cards unseen; /* where the hidden ones are from */
} Known;

typedef struct {
    float table[TABLE_FACTS];
    float card_facts[HAND][CARD_FACTS];
    int card[HAND];
    int count;
} Question;

/* The others in the stage, seen from one seat. */
typedef struct {
    int count, seat[SEATS], size[SEATS], endangered[SEATS];
    int highest, next, preservers, fewest, without_tide, endangered_count;
} Others;

static inline Others others_of(const Stage *stage, int me, const Known *known) {
    Others others = {.fewest = HAND};
    for (int seat = 0; seat < stage->seats; seat++) {
        if (seat == me || stage->eliminated[seat]) continue;
        int level = stage->level[seat];
        others.size[others.count] = COUNT(known->cards[seat]) + known->hidden[seat];
        others.seat[others.count++] = seat;
        if (level > others.highest) {
            others.next = others.highest;
            others.highest = level;
        } else if (level > others.next) {
            others.next = level;
        }
        others.preservers += stage->preservers[seat];
        if (stage->preservers[seat] < others.fewest) others.fewest = stage->preservers[seat];
        others.without_tide += level == 0;
    }
    int top = stage->level[me] > others.highest ? stage->level[me] : others.highest;
    for (int at = 0; at < others.count; at++) {
        others.endangered[at] = stage->level[others.seat[at]] == top && stage->low < top;
        others.endangered_count += others.endangered[at];
    }
    return others;
}

static inline void ask_of_table(const Stage *stage, int me, const Others *others, float *fact) {
    int level = stage->level[me], low = stage->low, high = stage->high;
    int highest = others->highest, left = 0, sum = 0;
    for (int tide = 1; tide <= stage->rounds; tide++) {
        left += stage->left[tide];
        sum += tide * stage->left[tide];
    }
    fact[0] = 1;
    fact[1] = level / 12.f;
    fact[2] = highest / 12.f;
    fact[3] = others->next / 12.f;
    fact[4] = low / 12.f;
    fact[5] = high / 12.f;
    fact[6] = level >= highest && level > 0;
    fact[7] = level > highest;
    fact[8] = level >= high;
    fact[9] = high >= highest;
    fact[10] = high >= others->next;
    fact[11] = low < level;
    fact[12] = low >= highest;
    fact[13] = low == high;
    fact[14] = stage->preservers[me] / 6.f;
    fact[15] = stage->preservers[me] == 0;
    fact[16] = others->preservers / (6.f * others->count);
    fact[17] = others->fewest == 0;
    fact[18] = others->count / 5.f;
    fact[19] = (stage->rounds - stage->round) / 12.f;
    fact[20] = left ? sum / (float)left / 12.f : 0.5f;
    /* fact[21]: how high the hand is, by ask_of_hand */
    fact[22] = others->without_tide / 5.f;
    fact[23] = others->endangered_count / 3.f;
    fact[24] = stage->cascade;
}

/* How likely all others play lower than each card of the hand, and all but one: by any card, and by habit. */
typedef struct {
    float first[HAND], second[HAND], first_by_habit[HAND], second_by_habit[HAND], lower[HAND];
} Odds;

/* Whether a seat plays lower than each card by habit, if it plays lower by any card as often as `lower` says. */
static inline void by_habit_of(const int *card, Cards cards, int hidden, int size, int endangered,
                               const float *lower, float *by_habit) {
    if (!hidden) {
        for (int at = 0; at < HAND; at++)
            by_habit[at] = endangered ? HIGHEST(cards | 1) < card[at] : (cards & BELOW(card[at])) != 0;
        return;
    }
    float all[HAND];
    for (int at = 0; at < HAND; at++) all[at] = 1;
    for (int times = size < 6 ? size : 6; times; times--)
        for (int at = 0; at < HAND; at++) all[at] *= endangered ? lower[at] : 1 - lower[at];
    for (int at = 0; at < HAND; at++) by_habit[at] = endangered ? all[at] : 1 - all[at];
}

/* Of as many cards as a hand ever has, 0 where there are fewer: then all are counted in few steps. */
static inline void odds_of(const int *card, const Others *others, const Known *known, Odds *odds) {
    float share[HAND], lower[HAND], habit[HAND];
    int unseen = COUNT(known->unseen);
    for (int at = 0; at < HAND; at++) {
        share[at] = unseen ? COUNT(known->unseen & BELOW(card[at])) / (float)unseen : 0;
        odds->first[at] = odds->first_by_habit[at] = 1;
        odds->second[at] = odds->second_by_habit[at] = odds->lower[at] = 0;
    }
    for (int other = 0; other < others->count; other++) {
        int seat = others->seat[other], size = others->size[other], hidden = known->hidden[seat];
        Cards cards = known->cards[seat];
        for (int at = 0; at < HAND; at++)
            lower[at] = (COUNT(cards & BELOW(card[at])) + hidden * share[at]) / (size > 0 ? size : 1);
        by_habit_of(card, cards, hidden, size, others->endangered[other], lower, habit);
        for (int at = 0; at < HAND; at++) {
            float one = lower[at], by_habit = BY_HABIT * habit[at] + (1 - BY_HABIT) * one;
            odds->lower[at] += one / others->count;
            odds->second[at] = odds->second[at] * one + odds->first[at] * (1 - one);
            odds->first[at] *= one;
            odds->second_by_habit[at] =
                odds->second_by_habit[at] * by_habit + odds->first_by_habit[at] * (1 - by_habit);
            odds->first_by_habit[at] *= by_habit;
        }
    }
}

static inline void ask_of_card(const Stage *stage, int me, int highest, const Odds *odds, Question *question, int at) {
    int level = stage->level[me], low = stage->low, high = stage->high;
    /* Who takes a tide pays if nobody else is as high then, and so does who keeps the highest. */
    int first_pays = low == high && low >= highest, second_pays = high >= highest;
    int none_pays = level >= highest && level >= high;
    float first = odds->first[at], second = odds->second[at], none = 1 - first - second;
    float habit_first = odds->first_by_habit[at], habit_second = odds->second_by_habit[at];
    float habit_none = 1 - habit_first - habit_second;
    float pays = first * first_pays + second * second_pays + none * none_pays;
    float *fact = question->card_facts[at];
    fact[0] = odds->lower[at];
    fact[1] = first;
    fact[2] = second;
    fact[3] = none;
    fact[9] = question->card[at] / 60.f;
    fact[10] = first * (low < level);
    fact[11] = second * second_pays;
    fact[12] = none * none_pays;
    fact[13] = first * low / 12.f;
    fact[14] = second * high / 12.f;
    fact[15] = none * level / 12.f;
    fact[16] = pays;
    fact[17] = pays * (stage->preservers[me] == 0);
    fact[19] = habit_first;
    fact[20] = habit_second;
    fact[21] = habit_first * (low < level);
    fact[22] = habit_second * second_pays;
    fact[23] = habit_none * none_pays;
    fact[24] = fact[22] + fact[23] + habit_first * first_pays;
}

/* Where the card stands in the hand, which is asked when all of them are there. */
static inline void ask_of_hand(const Stage *stage, Question *question) {
    int last = question->count - 1;
    float sum = 0;
    for (int at = 0; at <= last; at++) {
        float *fact = question->card_facts[at], lower = fact[0];
        sum += lower;
        fact[4] = last ? at / (float)last : 0;
        fact[5] = at ? lower - question->card_facts[at - 1][0] : 0.3f;
        fact[6] = at < last ? question->card_facts[at + 1][0] - lower : 0.3f;
        fact[7] = at == 0;
        fact[8] = at == last;
        fact[18] = fact[4] * (stage->rounds - stage->round) / 12.f;
    }
    question->table[21] = sum / question->count;
}

static inline void ask(const Stage *stage, int me, const Known *known, Question *question) {
    Others others = others_of(stage, me, known);
    ask_of_table(stage, me, &others, question->table);
    question->count = 0;
    memset(question->card, 0, sizeof question->card);
    for (Cards hand = stage->hand[me]; hand; hand &= hand - 1) question->card[question->count++] = LOWEST(hand);
    Odds odds;
    odds_of(question->card, &others, known, &odds);
    for (int at = 0; at < question->count; at++) ask_of_card(stage, me, others.highest, &odds, question, at);
    ask_of_hand(stage, question);
}

/* Written so, many are compared in one step. */
static inline float leaky(float sum) { return sum > LEAK * sum ? sum : LEAK * sum; }

/* How good each card is; `sums` are those of the layer, for who learns from them. */
static inline void judge(const Network *network, const Question *question, float *worth, float (*sums)[WIDTH]) {
    float table[WIDTH] = {0};
    for (int fact = 0; fact < TABLE_FACTS; fact++)
        if (question->table[fact] != 0)
            for (int to = 0; to < WIDTH; to++)
                table[to] += question->table[fact] * network->from_table[fact][to];
    for (int at = 0; at < question->count; at++) {
        float sum[WIDTH], total = 0;
        memcpy(sum, table, sizeof sum);
        for (int fact = 0; fact < CARD_FACTS; fact++) {
            float value = question->card_facts[at][fact];
            if (value == 0) continue; /* Many are. */
            total += value * network->straight[fact];
            for (int to = 0; to < WIDTH; to++) sum[to] += value * network->from_card[fact][to];
        }
        for (int to = 0; to < WIDTH; to++) total += leaky(sum[to]) * network->out[to];
        worth[at] = total;
        if (sums) memcpy(sums[at], sum, sizeof sum);
    }
}

/* Worths into chances. */
static inline void into_chances(float *worth, int count) {
    float most = worth[0], sum = 0;
    for (int at = 1; at < count; at++)
        if (worth[at] > most) most = worth[at];
    for (int at = 0; at < count; at++) sum += worth[at] = expf(worth[at] - most);
    for (int at = 0; at < count; at++) worth[at] /= sum;
}

static inline int drawn(const float *chances, int count, Chance *chance) {
    float rest = unit(chance);
    for (int at = 0; at < count - 1; at++)
        if ((rest -= chances[at]) < 0) return at;
    return count - 1;
}

#endif
