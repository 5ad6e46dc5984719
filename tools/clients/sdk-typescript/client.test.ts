/** The hand-made top of the client: retries, keys, tokens, pages, streams, problems. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem, Client, ClientError, ConnectionLost, OAuthTokens, type Options } from "@tideapi/client";

type Answer = Response | Error;

/** A client to whom these are the answers, one after another; an error is thrown. */
function open(answers: Answer[], options: Options = {}) {
  const seen: Request[] = [];
  const pauses: number[] = [];
  const left = [...answers];
  const client = new Client("http://tide", {
    token: "tide_1",
    fetch: async (input, init) => {
      seen.push(new Request(input, init));
      const answer = left.shift();
      if (answer instanceof Response) return answer;
      throw answer ?? new Error("There are no more answers.");
    },
    wait: async (seconds) => void pauses.push(seconds),
    ...options,
  });
  return { client, seen, pauses };
}

const ok = (body: unknown) => Response.json(body);
const refused = (status: number, code: string, wait?: number) =>
  Response.json({ code, title: "No.", detail: "Not now.", instance: "r1" }, { status, headers: wait === undefined ? {} : { "Retry-After": `${wait}` } });
const lost = () => new TypeError("fetch failed");
const events = (...numbers: number[]) =>
  new Response(`id: ${numbers[0]! - 1}\n: last 9\n\n` + numbers.map((one) => `id: ${one}\ndata: ${event(one)}\n\n: alive\n\n`).join(""));
const event = (number: number, type = "joined", text?: string) => JSON.stringify({ number, type, game: "abc", text });
const headers = (seen: Request[], name: string) => seen.map((one) => one.headers.get(name));

async function take<T>(iterator: AsyncIterable<T>, most = 100): Promise<T[]> {
  const found: T[] = [];
  for await (const one of iterator) if (found.push(one) === most) break;
  return found;
}

test("a call sends token, language, query and body", async () => {
  const { client, seen } = open([ok({ results: [] }), ok({})], { language: "de" });
  await client.listGames({ id: ["a", "b"], joinable: true });
  await client.updateViewer("a/b", { note: "wary" });
  assert.equal(seen[0]!.url, "http://tide/api/v1/games?id=a&id=b&joinable=true");
  assert.deepEqual(headers(seen, "Authorization"), ["Bearer tide_1", "Bearer tide_1"]);
  assert.equal(seen[0]!.headers.get("Accept-Language"), "de");
  assert.equal(seen[1]!.url, "http://tide/api/v1/games/a%2Fb/viewer");
  assert.deepEqual(await seen[1]!.json(), { note: "wary" });
  assert.equal(seen[1]!.headers.get("Idempotency-Key"), null);
});

test("a refused call waits as long as the server says", async () => {
  const { client, pauses } = open([refused(429, "throttled", 7), refused(503, "busy"), refused(408, "body_too_slow"), ok({ id: "abc" })]);
  assert.deepEqual(await client.createGuest(), { id: "abc" });
  assert.equal(pauses[0], 7);
  assert.ok(pauses[1]! >= 0.75 && pauses[1]! <= 1.25);
});

test("a pause that is too long is left to the caller", async () => {
  const { client } = open([refused(429, "throttled", 3600)]);
  await assert.rejects(client.getGame("abc"), { name: "ApiProblem", code: "throttled", retryAfter: 3600 });
});

test("a lost answer of a POST is asked for again with the same key", async () => {
  for (const gone of [lost(), new Response("A proxy's.", { status: 502 })]) {
    const { client, seen } = open([gone, refused(409, "idempotency_key_in_use", 1), ok({})]);
    await client.createGame({ ruleset: "high_tide", seat_count: 3 });
    assert.equal(seen.length, 3);
    assert.equal(new Set(headers(seen, "Idempotency-Key")).size, 1);
  }
});

test("every POST has a key of its own unless it is given one", async () => {
  const { client, seen } = open([ok({}), ok({}), ok({})]);
  await client.startGame("abc");
  await client.startGame("abc");
  await client.startGame("abc", { idempotencyKey: "mine" });
  const [first, second, third] = headers(seen, "Idempotency-Key");
  assert.ok(first && second && first !== second);
  assert.equal(third, "mine");
});

test("a page of plain http, which has no randomUUID, sends keys that are UUIDs of version 4", async (here) => {
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  here.after(() => Reflect.deleteProperty(crypto, "randomUUID"));
  const { client, seen } = open([ok({}), ok({})]);
  await client.createGuest();
  await client.startGame("abc");
  for (const key of headers(seen, "Idempotency-Key")) {
    assert.match(key!, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

const json = { headers: { "Content-Type": "application/json" } };
const cut = () =>
  new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"id"')), pull: (body) => body.error(lost()) });

test("a sign-up, a guest and a sign-in are asked for again with the same key, however the answer is lost", async () => {
  const calls: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.createGuest(),
    (client) => client.createPlayer({ username: "ann", password: "rock-pool-and-anemone" }),
    (client) => client.createToken({ username: "ann", password: "rock-pool-and-anemone" }),
  ];
  for (const call of calls) {
    const gone = [lost(), new Response(cut(), json), new Response('{"id": "ab', json), new Response("{", { ...json, status: 409 })];
    const { client, seen } = open([...gone, ok({})]);
    await call(client);
    const keys = headers(seen, "Idempotency-Key");
    assert.equal(keys.length, 5);
    assert.equal(new Set(keys).size, 1);
    assert.ok(keys[0]);
  }
});

test("a change of members is not made again, since it may have arrived", async () => {
  const { client, seen } = open([lost(), ok({})]);
  await assert.rejects(client.updateMe({ about: "wary" }), ConnectionLost);
  assert.equal(seen.length, 1);
});

test("a server that is not there is asked seven times", async () => {
  const { client, pauses } = open([lost(), lost(), lost(), lost(), lost(), lost(), lost(), ok({})]);
  await assert.rejects(client.getGame("abc"), ClientError);
  assert.deepEqual(pauses, [...pauses].sort((a, b) => a - b));
  assert.equal(pauses.length, 6);
});

test("a server that does not answer in time is asked again", async () => {
  let calls = 0;
  const slow: typeof fetch = (_, init) =>
    ++calls > 1
      ? Promise.resolve(ok({ id: "abc" }))
      : new Promise((_, refuse) => init!.signal!.addEventListener("abort", () => refuse(lost())));
  const { client } = open([], { fetch: slow, timeout: 5 });
  assert.deepEqual(await client.getGame("abc"), { id: "abc" });
});

test("a refusal is an error with all that the problem says", async () => {
  const fault = { pointer: "/seat_count", code: "too_large", detail: "100 at most." };
  const said = { code: "too_large", title: "T", detail: "D", instance: "r1", errors: [fault] };
  const { client } = open([Response.json(said, { status: 400 })]);
  const problem = await client.getGame("abc").catch((error) => error);
  assert.ok(problem instanceof ApiProblem);
  assert.deepEqual([problem.message, problem.instance, problem.errors], ["too_large (400): D", "r1", [fault]]);
});

test("an answer of no server of ours is a problem too", async () => {
  const { client } = open([new Response("<h1>nginx</h1>", { status: 404 })]);
  await assert.rejects(client.getGame("abc"), { code: "http_404" });
});

test("pages are read to the last, from the server that the token is for", async () => {
  const { client, seen } = open([ok({ results: [3], next: null })]);
  const page = { results: [1, 2], next: "https://elsewhere/api/v1/games?cursor=x%2B" };
  assert.deepEqual(await take(client.iteratePages(page)), [1, 2, 3]);
  assert.equal(seen[0]!.url, "http://tide/api/v1/games?cursor=x%2B");
});

const renewed = () => ok({ access_token: "new", refresh_token: "refresh_2" });

test("an expired token is refreshed once for all calls, and kept before it is used", async () => {
  const kept: [string, number][] = [];
  const tokens = new OAuthTokens("app", "old", "refresh_1", (one) => void kept.push([one.refreshToken, seen.length]));
  const expired = () => refused(401, "token_expired");
  const { client, seen } = open([expired(), expired(), lost(), renewed(), ok({}), ok({})], { token: tokens });
  await Promise.all([client.getGame("abc"), client.getGame("def")]);
  assert.deepEqual(headers(seen, "Authorization"), ["Bearer old", "Bearer old", null, null, "Bearer new", "Bearer new"]);
  const body = "grant_type=refresh_token&refresh_token=refresh_1&client_id=app";
  assert.deepEqual([await seen[2]!.text(), await seen[3]!.text()], [body, body]);
  assert.deepEqual(kept, [["refresh_2", 4]]);
});

test("a refused refresh is the problem of the call", async () => {
  const invalid = Response.json({ error: "invalid_grant", error_description: "reused" }, { status: 400 });
  const token = new OAuthTokens("app", "old", "refresh_1");
  const { client } = open([refused(401, "token_expired"), invalid], { token });
  await assert.rejects(client.getGame("abc"), { code: "invalid_grant", detail: "reused" });
});

test("a token without refresh that has ended is a problem", async () => {
  const { client } = open([refused(401, "token_expired")]);
  await assert.rejects(client.getGame("abc"), { code: "token_expired" });
});

test("a stream goes on after the last whole event", async () => {
  const begun = `retry: 9000\nid: 4\n: last 7\n\nid: 5\ndata: ${event(5)}\n\nid: 6\ndata: {"num`;
  const broken = new Response(
    new ReadableStream({
      start: (control) => control.enqueue(new TextEncoder().encode(begun)),
      pull: (control) => control.error(lost()),
    }, { highWaterMark: 0 }),
  );
  const down = Array.from({ length: 12 }, lost); // for longer than a call would be made again
  const { client, seen, pauses } = open([broken, ...down, events(6, 7), refused(503, "busy", 1), new Response(null, { status: 204 })]);
  const found = await take(client.streamGame("abc", { after: 4 }));
  assert.deepEqual(found.map((one) => one.number), [5, 6, 7]);
  assert.deepEqual(headers(seen, "Last-Event-ID"), [null, ...Array(13).fill("5"), "7", "7"]);
  assert.equal(seen[0]!.url, "http://tide/api/v1/games/abc/stream?after=4");
  assert.deepEqual([pauses[0], pauses.at(-2), pauses.at(-1)], [9, 9, 1]);
});

test("a stream that never began is given up", async () => {
  const { client, seen } = open([lost(), lost(), lost(), lost(), lost(), lost()]);
  await assert.rejects(take(client.streamMyEvents()), ConnectionLost);
  assert.equal(seen.length, 7);
});

test("a stream whose token has ended goes on with the next one", async () => {
  const token = new OAuthTokens("app", "old", "refresh_1");
  const { client, seen } = open([events(1), refused(401, "token_expired"), renewed(), events(2)], { token });
  const found = await take(client.streamMyEvents(), 2);
  assert.deepEqual(found.map((one) => one.number), [1, 2]);
  assert.equal(headers(seen, "Authorization").at(-1), "Bearer new");
});

test("a stream that has begun waits as long as the server says", async () => {
  const { client, pauses } = open([events(1), refused(503, "busy", 3600), events(2)]);
  await take(client.streamMyEvents(), 2);
  assert.deepEqual(pauses, [2, 3600]);
});

test("a pause is no longer than the longest before a stream begins", async () => {
  const { client } = open([refused(503, "busy", 3600)]);
  await assert.rejects(take(client.streamMyEvents()), { code: "busy" });
});

test("a stream of a game ends with the game", async () => {
  for (const type of ["finished", "cancelled"]) {
    const { client, seen, pauses } = open([new Response(`id: 8\ndata: ${event(8, type)}\n\n`)]);
    assert.equal((await take(client.streamGame("abc"))).length, 1);
    assert.deepEqual([seen.length, pauses], [1, []]);
  }
});

test("a stream of all games goes on when one of them ends", async () => {
  const { client } = open([new Response(`id: 8\ndata: ${event(8, "finished")}\n\n`), events(9)]);
  assert.equal((await take(client.streamMyEvents(), 2)).length, 2);
});

test("lines of a stream are read as the standard says", async () => {
  const said = event(1, "joined", "a: \u2028é");
  const lines = ["retry:9000", "retry: soon", "id:1", "data", `data: ${said.slice(0, 9)}`, `data:${said.slice(9)}`, "", ":"];
  for (const end of ["\n", "\r\n", "\r"]) {
    const bytes = new TextEncoder().encode(lines.map((line) => line + end).join(""));
    const body = new ReadableStream({
      start(control) {
        for (const byte of bytes) control.enqueue(new Uint8Array([byte]));
        control.close();
      },
    });
    const { client, seen, pauses } = open([new Response(body), new Response(null, { status: 204 })]);
    const [found] = await take(client.streamGame("abc"));
    assert.equal(found?.text, "a: \u2028é");
    assert.deepEqual([headers(seen, "Last-Event-ID"), pauses], [[null, "1"], [9]]);
  }
});

/** A stream that has one event and then nothing, until its connection is ended. */
const silent = () => new Response(new ReadableStream({ start: (control) => control.enqueue(new TextEncoder().encode(`id: 1\ndata: ${event(1)}\n\n`)) }));
const wait = undefined as unknown as NonNullable<Options["wait"]>; // by a timer
const states: [string, Answer[]][] = [
  ["while it reads", [silent()]],
  ["in its pause", [new Response(`retry: 60000\nid: 1\ndata: ${event(1)}\n\n`)]],
  ["while it waits for a busy server", [new Response(`retry: 0\nid: 1\ndata: ${event(1)}\n\n`), refused(503, "busy", 60)]],
];
for (const [when, answers] of states) {
  test(`a signal ends a stream ${when} at once, without an error`, async () => {
    const stop = new AbortController();
    const { client } = open(answers, { wait });
    const began = Date.now();
    const found: number[] = [];
    for await (const { number } of client.streamMyEvents({ signal: stop.signal })) {
      found.push(number);
      setTimeout(() => stop.abort(), 50);
    }
    assert.deepEqual(found, [1]);
    assert.ok(Date.now() - began < 1500);
  });
}

test("a signal that comes with an event ends the stream after it", async () => {
  const stop = new AbortController();
  const { client } = open([events(1, 2, 3)]);
  const found: number[] = [];
  for await (const { number } of client.streamMyEvents({ signal: stop.signal })) if (found.push(number) === 2) stop.abort();
  assert.deepEqual(found, [1, 2]);
});

test("a signal that came before ends the stream without a call", async () => {
  const { client, seen } = open([]);
  assert.deepEqual(await take(client.streamMyEvents({ signal: AbortSignal.abort() })), []);
  assert.equal(seen.length, 0);
});

test("an error beside a signal is thrown", async () => {
  const { client } = open([refused(404, "game_not_found")]);
  await assert.rejects(take(client.streamGame("abc", { signal: new AbortController().signal })), { code: "game_not_found" });
});

test("each answer is shown with its headers", async () => {
  const shown: (string | number)[] = [];
  const deprecated = Response.json({}, { headers: { Deprecation: "@1798761600" } });
  const { client } = open([refused(503, "busy"), deprecated], {
    onResponse: ({ status, headers }) => shown.push(headers.get("Deprecation") ?? status),
  });
  await client.getGame("abc");
  assert.deepEqual(shown, [503, "@1798761600"]);
});

test("the sample of the README misses nothing of a server whose bots are quicker than it", async () => {
  const turns = 4;
  let answered = 0; // An answer opens the next turn before anything else is asked.
  const server: typeof fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    const { pathname, searchParams } = new URL(url);
    // Each answer is too late, with another code, and the next turn is open all the same.
    if (method === "PUT") return refused(409, ["turn_closed", "time_is_up", "not_asked", "game_finished"][answered++]!);
    if (pathname === "/api/v1/me/turns") {
      const left = answered < turns ? [{ game: "abc", turn: answered + 1, fallback: { type: "play", card: 3 } }] : [];
      return ok({ results: left, next: null });
    }
    if (pathname === "/api/v1/me/events") return ok({ results: [], last: answered + 1 });
    if (pathname !== "/api/v1/me/stream") return ok({});
    const after = searchParams.get("after") === "latest" ? answered + 1 : Number(searchParams.get("after"));
    return after < Math.min(answered + 1, turns) ? new Response(`retry: 0\nid: ${after + 1}\ndata: ${event(after + 1, "turn_opened")}\n\n`) : refused(404, "over");
  };
  const { fetch } = globalThis;
  globalThis.fetch = resumed(server);
  await assert.rejects(import("./readme.js"), { code: "over" });
  globalThis.fetch = fetch;
  assert.equal(answered, turns);
});

/** The server, which goes on after the last event that the client names. */
function resumed(server: typeof fetch): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const last = request.headers.get("Last-Event-ID");
    return server(last === null ? request : `https://tide.example/api/v1/me/stream?after=${last}`);
  };
}

test("a refused stream is a problem", async () => {
  const { client } = open([refused(404, "game_not_found")]);
  await assert.rejects(take(client.streamGame("abc")), { code: "game_not_found" });
});

test("bytes and nothing are answers too", async () => {
  const { client } = open([new Response("PK", { headers: { "Content-Type": "application/zip" } }), new Response(null, { status: 204 })]);
  assert.equal(new TextDecoder().decode(await client.getArchive("abc", 1)), "PK");
  assert.equal(await client.leaveGame("abc"), undefined);
});
