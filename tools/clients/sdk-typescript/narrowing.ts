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

export function readRecord(record: models.GameRecord): void {
  for (const event of record.log.events) if (event.type === "turn_closed") is<models.TurnClosedData>(event.data);
  for (const told of record.turns[0]!.private.told) if (told.type === "order_followed") is<models.OrderFollowedData>(told.data);
  if (record.ruleset === "high_tide") {
    is<models.HighTideOptions>(record.options);
    is<number[]>(record.setup.start_order);
    // @ts-expect-error
    record.setup.hands;
  }
}

export function look(game: models.Game): void {
  is<string>(game.host);
  is<Extract<models.Game["status"], "running">>("running"); // so an editor offers it
  is<boolean>(game.status === "of a later version");
  if (game.ruleset === "turn_the_tide") {
    is<models.TurnTheTideOptions>(game.options);
    is<number[] | undefined>(game.table?.tides);
    // @ts-expect-error
    game.table?.beaches;
  } else if (game.ruleset === "high_tide") is<models.HighTideTable | null>(game.table);
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
  look(await client.getGame("game"));
  readRecord(await client.getRecord("game"));
  for await (const event of client.streamGame("game", { after: (await client.listEvents("game", { before: 9 })).last })) read(event);
}
