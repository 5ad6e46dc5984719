import { ApiProblem, Client } from "@tideapi/client";

const CONFLICT = 409; // turn_closed, time_is_up, not_asked, game_finished
const client = new Client("https://tide.example", { token: "tide_..." });

async function answerAll(): Promise<void> {
  for await (const question of client.iteratePages(client.listMyTurns({ open: true }))) {
    const action = question.fallback ?? question.legal_actions[0]!;
    try {
      await client.submitAnswer(question.game, question.turn, { action });
    } catch (error) {
      // The deadline was faster: look again.
      if (!(error instanceof ApiProblem) || error.status !== CONFLICT) throw error;
    }
  }
}

// The end of the feed comes first: what happens after it is streamed.
const { last } = await client.listMyEvents({ after: "latest" });
await answerAll();
for await (const event of client.streamMyEvents({ after: last })) {
  if (event.type === "turn_opened") await answerAll();
}
