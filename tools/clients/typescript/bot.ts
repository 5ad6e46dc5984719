/**
 * Plays one game of any ruleset against the server's bots, with types by openapi-typescript.
 *
 *     npm init --yes && npm pkg set type=module
 *     npm install openapi-fetch openapi-typescript typescript @types/node
 *     npx openapi-typescript http://localhost:8000/api/schema/ --enum-values --output tide/tide.ts
 *     npx tsc --strict --module nodenext --target es2022 --outDir compiled bot.ts
 *     node compiled/bot.js http://localhost:8000 turn_the_tide my-bot
 */
import createClient, { type Client } from "openapi-fetch";
import { eventTypeValues, type components, type paths } from "./tide/tide.js";

type Schemas = components["schemas"];
type Action = Schemas["Action"];
type Question = Schemas["Question"];

const PASSWORD = "rock-pool-and-anemone";
const KNOWN: readonly string[] = eventTypeValues;

/** What to answer. All that is legal is listed, in every game, so this plays any of them. */
function choose(question: Question): Action {
  const legal = question.legal_actions;
  return legal[Math.floor(Math.random() * legal.length)]!;
}

/** A player at one server. */
class Bot {
  private moves = 0;
  private heard = 0;
  private unknown = 0;

  constructor(private readonly api: Client<paths>) {}

  /** Open a game against two bots, and play it to its end. */
  async plays(ruleset: string): Promise<void> {
    const body = { ruleset, seat_count: 3, bots: ["random", "random"] };
    const game = taken(await this.api.POST("/api/v1/games", { body }));
    let end: Schemas["FinishedData"] | undefined;
    while (!end) {
      await this.answers();
      end = await this.follows(game.id);
    }
    const params = { path: { game: game.id } };
    const record = taken(await this.api.GET("/api/v1/games/{game}/record", { params }));
    console.log(
      `game ${game.id}: ${this.moves} moves, ${this.heard} events, ${this.unknown} unknown, ` +
        `won by [${end.winners}], ${record.turns.length} turns in the record`,
    );
  }

  /** Answer whatever is asked, in any game. */
  private async answers(): Promise<void> {
    const page = taken(await this.api.GET("/api/v1/me/turns"));
    for (const question of page.results) {
      if (!question.submission) await this.seals(question);
    }
  }

  /** Seal one answer; what to do if the server says no depends on the code of the problem. */
  private async seals(question: Question): Promise<void> {
    const path = { game: question.game, number: question.turn };
    const body = { action: choose(question) };
    const call = "/api/v1/games/{game}/turns/{number}/submission";
    const { data, error } = await this.api.PUT(call, { params: { path }, body });
    if (data) this.moves += 1;
    else if (error.status === 429 || error.status === 503) await new Promise((go) => setTimeout(go, 1000));
    // A conflict means that the turn was over sooner: /me/turns says what is asked now.
    else if (error.status !== 409) throw new Error(error.detail);
  }

  /** Wait for news of a game, up to 25 seconds; how it ended, once that is told. */
  private async follows(game: string): Promise<Schemas["FinishedData"] | undefined> {
    const params = { path: { game }, query: { after: `${this.heard}`, wait: 25 } };
    const page = taken(await this.api.GET("/api/v1/games/{game}/events", { params }));
    for (const event of page.results) {
      this.heard = event.number;
      if (event.type === "finished") return event.data as Schemas["FinishedData"];
      if (!KNOWN.includes(event.type)) this.unknown += 1; // of a later version: nothing to be done
    }
    return undefined;
  }
}

/** What was asked for, or an error with what the server says instead. */
function taken<T>(answer: { data?: T; error?: { code: string; detail: string } | undefined }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  return answer.data;
}

const [url, ruleset, username] = process.argv.slice(2) as [string, string, string];
const api = createClient<paths>({ baseUrl: url });
const newcomer = taken(await api.POST("/api/v1/players", { body: { username, password: PASSWORD } }));
// The token is shown this once, so a bot that lives longer keeps it.
api.use({
  onRequest: ({ request }) => request.headers.set("Authorization", `Bearer ${newcomer.token}`),
});
await new Bot(api).plays(ruleset);
