/* What is common to learning by playing and learning from another: a network, its gradient, and a step along it. */
#ifndef LEARNING_H
#define LEARNING_H

#include "../c/network.h"

typedef struct {
    Question question;
    float chances[HAND], sums[HAND][WIDTH];
    int chosen, seat, round, game;
} Decision;

/* What a learner keeps from one call to the next: the moments of Adam. */
typedef struct {
    Network network, mean, square;
    int64_t steps;
    uint64_t chance;
    double entropy; /* of the decisions of the last call, on average */
} Learner;

int learner_size(void) { return (int)sizeof(Learner); }
int weights(void) { return WEIGHTS; }

/* What one decision adds to the gradient: `better` is what it gained more than in the other games. */
static double add(const Network *network, Network *gradient, const Decision *decision, float better, float curious) {
    const Question *question = &decision->question;
    float entropy = 0, from_table[WIDTH] = {0};
    for (int at = 0; at < question->count; at++)
        entropy -= decision->chances[at] * logf(decision->chances[at] + 1e-9f);
    for (int at = 0; at < question->count; at++) {
        float chance = decision->chances[at], into[WIDTH];
        float slope = better * ((at == decision->chosen) - chance) - curious * chance * (logf(chance + 1e-9f) + entropy);
        for (int to = 0; to < WIDTH; to++) {
            float sum = decision->sums[at][to];
            gradient->out[to] += slope * leaky(sum);
            into[to] = slope * network->out[to] * (sum > 0 ? 1 : LEAK);
            from_table[to] += into[to];
        }
        for (int fact = 0; fact < CARD_FACTS; fact++) {
            float value = question->card_facts[at][fact];
            if (value == 0) continue;
            gradient->straight[fact] += slope * value;
            for (int to = 0; to < WIDTH; to++) gradient->from_card[fact][to] += value * into[to];
        }
    }
    for (int fact = 0; fact < TABLE_FACTS; fact++)
        for (int to = 0; to < WIDTH; to++)
            gradient->from_table[fact][to] += question->table[fact] * from_table[to];
    return entropy;
}

static void climb(Learner *learner, const Network *gradient, int64_t decisions, float rate) {
    float *weight = (float *)&learner->network, *mean = (float *)&learner->mean, *square = (float *)&learner->square;
    const float *slope = (const float *)gradient;
    float steps = (float)++learner->steps, one = 1 - powf(0.9f, steps), two = 1 - powf(0.999f, steps);
    for (int at = 0; at < WEIGHTS; at++) {
        float value = slope[at] / (float)decisions;
        mean[at] = 0.9f * mean[at] + 0.1f * value;
        square[at] = 0.999f * square[at] + 0.001f * value * value;
        weight[at] += rate * (mean[at] / one) / (sqrtf(square[at] / two) + 1e-8f);
    }
}

#endif
