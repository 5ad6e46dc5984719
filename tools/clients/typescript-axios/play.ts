/** Plays one game against bots through openapi-generator's typescript-axios: URL RULESET NAME. */
import { isAxiosError } from "axios";
import { Configuration, EventType, type FinishedData, GamesApi, MeApi, PlayersApi, TurnsApi } from "./tide/index.js";

const KNOWN: readonly string[] = Object.values(EventType);

async function main(basePath: string, ruleset: string, username: string): Promise<void> {
  const players = new PlayersApi(new Configuration({ basePath }));
  const playerRequest = { username, password: "rock-pool-and-anemone" };
  const { data: signedUp } = await players.createPlayer({ playerRequest });
  await play(new Configuration({ basePath, accessToken: signedUp.token }), ruleset);
}

async function play(configuration: Configuration, ruleset: string): Promise<void> {
  const games = new GamesApi(configuration);
  const gameRequest = { ruleset, seat_count: 3, bots: ["random", "random"] };
  const { data: game } = await games.createGame({ gameRequest });
  let moves = 0, heard = 0, unknown = 0;
  let winners: number[] | undefined;
  while (!winners) {
    moves += await answerAll(configuration);
    const { data: page } = await games.listEvents({ game: game.id, after: `${heard}`, wait: 5 });
    for (const event of page.results) {
      heard = event.number;
      if (event.type === EventType.Finished) winners = (event.data as FinishedData).winners;
      if (!KNOWN.includes(event.type)) unknown += 1;
    }
  }
  const { data: record } = await games.getRecord({ game: game.id });
  console.log(
    `game ${game.id}: ${moves} moves, ${heard} events, ${unknown} unknown, ` +
      `won by [${winners}], ${record.turns.length} turns in the record`,
  );
}

/** How many questions were answered, each with any of its legal actions. */
async function answerAll(configuration: Configuration): Promise<number> {
  const turns = new TurnsApi(configuration);
  const { data: page } = await new MeApi(configuration).listMyTurns();
  let answered = 0;
  for (const { game, turn: number, legal_actions, submission } of page.results) {
    if (submission) continue;
    const action = legal_actions[Math.floor(Math.random() * legal_actions.length)]!;
    try {
      await turns.submitAnswer({ game, number, submissionRequest: { action } });
      answered += 1;
    } catch (error) {
      // A problem here means that the turn was over sooner: the next look tells what is asked now.
      if (!isAxiosError(error) || !error.response) throw error;
    }
  }
  return answered;
}

const [url, ruleset, name] = process.argv.slice(2);
await main(url!, ruleset!, name!);
