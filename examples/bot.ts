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
const sleep = (seconds: number) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** What to answer. All that is legal is listed, in every game, so this plays any of them. */
function choose({ legal_actions: legal }: Question): Action {
  return legal[Math.floor(Math.random() * legal.length)]!;
}

/** Call the API until it answers; its document is at /openapi.json of every server. */
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  // With this key a POST that is sent again is done once.
  const sent = { ...headers, "Idempotency-Key": crypto.randomUUID() };
  const request = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) };
  for (const pause of [0.2, 1, 2, 4, 8, 16, 16, 16]) {
    let answer: Response, said: string;
    try {
      answer = await fetch(`${server}/api/v1${path}`, { ...request, signal: AbortSignal.timeout(60_000) });
      said = await answer.text();
    } catch {
      await sleep(pause); // The connection was lost, with the answer or a part of it.
      continue;
    }
    // A sealing in conflict: the turn was over sooner, and the next event tells what is asked.
    if (answer.ok || (method === "PUT" && answer.status === 409)) return JSON.parse(said) as T;
    const wait = answer.headers.get("Retry-After");
    if (wait === null) throw new Error(said);
    await sleep(Number(wait));
  }
  throw new Error("The server does not answer.");
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
    const news = await call<Page<FeedEvent>>("GET", `/games/${game}/events?after=${heard}&wait=25`);
    for (const event of news.results) {
      heard = event.number;
      if (event.type === "finished") return event.data;
    }
    if (news.results.some((event) => event.type === "turn_opened")) await answerAll();
    else if (news.results.length === 0) await sleep(1);
  }
}

// A guest's token is shown this once; a bot that lives longer has an account of its own.
headers.Authorization = `Bearer ${(await call<{ token: string }>("POST", "/guests")).token}`;
const game = await call<{ id: string }>("POST", "/games", { ruleset, seat_count: 3, bots: ["random", "random"] });
const end = await play(game.id);
console.log(`${ruleset}: points [${end.scores}], won by seats [${end.winners}]`);
