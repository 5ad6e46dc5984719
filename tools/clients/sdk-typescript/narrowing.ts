/** Types that the client gives without a cast: it is compiled, and never run. Each `@ts-expect-error` is an error that must be there. */
import type { Client, models } from "@tideapi/client";

function is<T>(_value: T): void {}

export function read(event: models.FeedEvent): void {
  switch (event.type) {
    case "turn_closed":
      is<models.TurnClosedData>(event.data);
      is<models.Action>(event.data.actions[0]!.action);
      // @ts-expect-error
      event.data.winners;
      break;
    case "finished":
      is<number[]>(event.data.winners);
  }
  // @ts-expect-error
  if (event.type === "of no version") return;
}

export function play(action: models.Action): void {
  if (action.type === "play") {
    is<number>(action.card);
    // @ts-expect-error
    action.space;
  } else if (action.type === "tile" && action.tile === "B3") is<number>(action.steps);
}

export async function call(client: Client): Promise<void> {
  await client.submitAnswer("game", 1, { action: { type: "play", card: 3 } });
  // @ts-expect-error
  await client.submitAnswer("game", 1, { action: { type: "play", card: "3" } });
  // @ts-expect-error
  await client.createGame({ ruleset: "turn_the_tide" });
  for await (const question of client.iteratePages(client.listMyTurns({ include: ["game"] }))) is<models.Question>(question);
  for await (const event of client.streamGame("game")) read(event);
}
