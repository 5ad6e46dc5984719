/**
 * A bot with the SDK: plays one game of any ruleset against the server's bots.
 *
 *     make packages && npm install --no-save ./build/packages/tideapi-client-*.tgz
 *     node examples/sdk_bot.ts http://localhost:8000 turn_the_tide my-bot
 *
 * The place to begin is `choose`: what would you play?
 */
import { ApiProblem, Client, models } from "@tideapi/client";

const CONFLICT = 409;
const KNOWN: readonly string[] = models.EventType;

/** What to answer. All that is legal is listed, in every game, so this plays any of them. */
function choose(question: models.Question): models.Action {
  const legal = question.legal_actions;
  return legal[Math.floor(Math.random() * legal.length)]!;
}

/** Answer whatever is asked, in any game; how many answers were sealed. */
async function answerAll(client: Client): Promise<number> {
  let moves = 0;
  for (;;) {
    const questions = (await client.listMyTurns({ open: true })).results;
    if (questions.length === 0) return moves;
    for (const question of questions) {
      try {
        await client.submitAnswer(question.game, question.turn, { action: choose(question) });
        moves += 1;
      } catch (error) {
        // A conflict: the turn was over sooner, so look again.
        if (!(error instanceof ApiProblem) || error.status !== CONFLICT) throw error;
      }
    }
  }
}

/** Open a game against two bots, and play it to its end. */
async function play(client: Client, ruleset: string): Promise<void> {
  const game = await client.createGame({ ruleset, seat_count: 3, bots: ["random", "random"] });
  let [moves, heard, unknown] = [0, 0, 0];
  for await (const event of client.streamGame(game.id)) {
    heard += 1;
    if (!KNOWN.includes(event.type)) unknown += 1; // of a later version: nothing to be done
    if (event.type === "turn_opened") moves += await answerAll(client);
    if (event.type === "finished") {
      const record = await client.getRecord(game.id);
      console.log(
        `game ${game.id}: ${moves} moves, ${heard} events, ${unknown} unknown, ` +
          `won by [${event.data.winners}], ${record.turns.length} turns in the record`,
      );
    }
  }
}

const [url, ruleset, username] = process.argv.slice(2) as [string, string, string];
const client = new Client(url);
const signedUp = await client.createPlayer({ username, password: "rock-pool-and-anemone" });
// The token is shown this once, so a bot that lives longer keeps it.
client.token = signedUp.token;
await play(client, ruleset);
