/** Plays one game against bots through what hey-api has generated: URL RULESET NAME. */
import { EventType, type FinishedData, createGame, getRecord, listEvents, listMyTurns, createPlayer, submitAnswer } from "./tide/index.js";
import { client } from "./tide/client.gen.js";

const KNOWN: readonly string[] = Object.values(EventType);
const orThrow = { throwOnError: true } as const;

async function main(baseUrl: string, ruleset: string, username: string): Promise<void> {
  client.setConfig({ baseUrl });
  const body = { username, password: "rock-pool-and-anemone" };
  const { data: signedUp } = await createPlayer({ body, ...orThrow });
  client.setConfig({ baseUrl, auth: signedUp.token });
  await play(ruleset);
}

async function play(ruleset: string): Promise<void> {
  const wish = { ruleset, seat_count: 3, bots: ["random", "random"] };
  const { data: game } = await createGame({ body: wish, ...orThrow });
  const path = { game: game.id };
  let moves = 0, heard = 0, unknown = 0;
  let winners: number[] | undefined;
  while (!winners) {
    moves += await answerAll();
    const { data: page } = await listEvents({ path, query: { after: `${heard}`, wait: 5 }, ...orThrow });
    for (const event of page.results) {
      heard = event.number;
      if (event.type === EventType.FINISHED) winners = (event.data as FinishedData).winners;
      if (!KNOWN.includes(event.type)) unknown += 1;
    }
  }
  const { data: record } = await getRecord({ path, ...orThrow });
  console.log(
    `game ${game.id}: ${moves} moves, ${heard} events, ${unknown} unknown, ` +
      `won by [${winners}], ${record.turns.length} turns in the record`,
  );
}

/** How many questions were answered, each with any of its legal actions. */
async function answerAll(): Promise<number> {
  const { data: page } = await listMyTurns(orThrow);
  let answered = 0;
  for (const { game, turn: number, legal_actions, submission } of page.results) {
    if (submission) continue;
    const action = legal_actions[Math.floor(Math.random() * legal_actions.length)]!;
    // A problem here means that the turn was over sooner: the next look tells what is asked now.
    const { data: receipt } = await submitAnswer({ path: { game, number }, body: { action } });
    if (receipt) answered += 1;
  }
  return answered;
}

const [url, ruleset, name] = process.argv.slice(2);
await main(url!, ruleset!, name!);
