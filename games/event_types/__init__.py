"""One record for each type of event: data, meaning, moment, sentence, audience and scope."""
