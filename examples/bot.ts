/**
 * A bot with nothing but TypeScript: plays one game of any ruleset against the server's bots. Node 22.18 or later
 * runs it as it is:
 *
 *     node examples/bot.ts http://localhost:8000 turn_the_tide
 *
 * The place to begin is `choose`: what would you play?
 */
type Action = { type: string };
type Question = { game: string; turn: number; legal_actions: Action[] };
type Page<T> = { results: T[] };
type End = { scores: number[]; winners: number[] };
type FeedEvent = { number: number; type: string; data: End };

const [server, ruleset] = process.argv.slice(2);
const headers: Record<string, string> = { "Content-Type": "application/json" };

/** What to answer. All that is legal is listed, in every game, so this plays any of them. */
function choose({ legal_actions: legal }: Question): Action {
  return legal[Math.floor(Math.random() * legal.length)]!;
}

/** Call the API; its document is at /openapi.json of every server. */
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${server}/api/v1${path}`, request);
  // A sealing in conflict: the turn was over sooner, and the next look tells what is asked.
  if (!answer.ok && !(method === "PUT" && answer.status === 409)) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** Answer whatever is asked, in any game. */
async function answerAll(): Promise<void> {
  const open = await call<Page<Question>>("GET", "/me/turns?open=true");
  for (const question of open.results) {
    const path = `/games/${question.game}/turns/${question.turn}/submission`;
    await call("PUT", path, { action: choose(question) });
  }
}

/** Play a game to its end; how it ended. */
async function play(game: string): Promise<End> {
  for (let heard = 0; ; ) {
    await answerAll();
    const news = await call<Page<FeedEvent>>("GET", `/games/${game}/events?after=${heard}&wait=25`);
    for (const event of news.results) {
      heard = event.number;
      if (event.type === "finished") return event.data;
    }
  }
}

// A guest's token is shown this once; a bot that lives longer has an account of its own.
headers.Authorization = `Bearer ${(await call<{ token: string }>("POST", "/guests")).token}`;
const game = await call<{ id: string }>("POST", "/games", { ruleset, seat_count: 3, bots: ["random", "random"] });
const end = await play(game.id);
console.log(`${ruleset}: points [${end.scores}], won by seats [${end.winners}]`);
