import { Client } from "@tideapi/client";

const client = new Client("https://tide.example", { token: "tide_…" });
for await (const question of client.iteratePages(client.listMyTurns({ open: true }))) {
  const action = question.fallback ?? question.legal_actions[0]!;
  await client.submitAnswer(question.game, question.turn, { action });
}
for await (const event of client.streamMyEvents({ after: "latest" })) {
  if (event.type === "turn_closed") console.log(event.data.actions);
}
