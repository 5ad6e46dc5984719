/** Addresses, words, times and what a stream says. */

import assert from "node:assert/strict";
import {readFile, readdir} from "node:fs/promises";
import {dirname} from "node:path";
import {test} from "node:test";

const kept = new Map();
const storage = {getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name)};
Object.defineProperty(globalThis, "sessionStorage", {value: storage, configurable: true});
Object.defineProperty(globalThis, "localStorage", {value: storage, configurable: true});
Object.defineProperty(globalThis, "document", {value: {documentElement: {lang: ""}}, configurable: true});

Object.defineProperty(globalThis, "navigator", {value: {languages: ["en-GB"]}, configurable: true});

const {place} = await import("../web/router.js");
const {ago, day, duration, left, moment, urgent} = await import("../web/time.js");
const {parsed} = await import("../web/stream.js");
const {act, address, read, readBytes} = await import("../web/api.js");
const {feedOf} = await import("../web/live_game.js");
const {connected} = await import("../web/connection.js");
const {LANGUAGES, formOf, speak, t, tn} = await import("../web/words.js");
const token = await import("../web/token.js");

test("each address is a page", () => {
  assert.deepEqual(place("/"), {page: "front", id: ""});
  assert.deepEqual(place("/people"), {page: "people", id: ""});
  assert.deepEqual(place("/game/wdh-Sw_5"), {page: "game", id: "wdh-Sw_5"});
  assert.deepEqual(place("/player/ann"), {page: "player", id: "ann"});
  assert.deepEqual(place("/rules/high_tide"), {page: "rules", id: "high_tide"});
  assert.equal(place("/rules").page, "rules");
  assert.deepEqual(["/game", "/people/ann", "/front", "/lost"].map((path) => place(path).page), ["lost", "lost", "lost", "lost"]);
  assert.equal(place("/game/a/b").page, "lost");
  assert.equal(place("/docs/").page, "lost");
});

test("a game that is not read yet is not one that is over", () => {
  const game = {id: "one", status: "running", seats: []};
  assert.equal(feedOf(game), "/games/one");
  assert.equal(feedOf({...game, status: "finished"}), null);
  assert.notEqual(feedOf(null), feedOf({...game, status: "finished"}));
});

test("the parts of an address are put in safely", () => {
  assert.equal(address("/games/{game}/turns/{turn}", {game: "a/b", turn: 3}), "/games/a%2Fb/turns/3");
});

test("time left is said in the unit that matters", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  assert.equal(left("2026-11-25T12:00:00Z", now), "3 days left");
  assert.equal(left("2026-11-22T14:30:00Z", now), "2 hours left");
  // A clock begins with its whole length, and nothing is promised that there is not.
  assert.equal(left("2026-11-23T11:59:59Z", now), "24 hours left");
  assert.equal(left("2026-11-25T11:59:00Z", now), "3 days left");
  assert.equal(left("2026-11-23T11:29:00Z", now), "23 hours left");
  assert.equal(left("2026-11-22T14:55:00Z", now), "2 hours left");
  assert.equal(left("2026-11-22T12:01:01Z", now), "61 seconds left");
  assert.equal(left("2026-11-22T12:00:00Z", now), "time is up");
  assert.equal(ago(now - 3 * 3600_000, now), "3 hours ago");
  assert.equal(ago(now - 125_000, now), "2 minutes ago");
  assert.ok(urgent("2026-11-22T14:30:00Z", now) && !urgent("2026-11-22T15:30:00Z", now));
  assert.deepEqual(["PT72H", "PT90M", "P1DT12H", "soon"].map(duration), ["3 days", "90 minutes", "36 hours", "soon"]);
});

test("dates are written as the browser writes them in the language that is spoken", async () => {
  const at = "2026-11-24T14:05:00Z";
  const seen = [];
  for (const [languages, wanted] of [[["en-GB"], "en"], [["en-US", "en"], "en"], [["fr-FR"], "en"], [["de-AT", "de"], "de"]]) {
    Object.defineProperty(globalThis, "navigator", {value: {languages}, configurable: true});
    await speak(wanted);
    seen.push(day(at));
  }
  assert.deepEqual(seen, ["24 November 2026", "November 24, 2026", "24 November 2026", "24. November 2026"]);
  assert.match(moment(at), /24\. Nov/);
  await speak("en");
});

test("what people write says by itself which way it runs", async () => {
  const files = (await readdir("web", {recursive: true})).filter((one) => one.endsWith(".js") && !one.includes("vendor"));
  const texts = (await Promise.all(files.map((one) => readFile(`web/${one}`, "utf8")))).join("\n");
  const written = [...texts.matchAll(/<textarea[^]*?>|<(?!\/)[^<>]*>\$\{(?:message\.text|\w+\.about)\}/g)].map(([tag]) => tag);
  assert.ok(written.length >= 6, "they are found");
  assert.deepEqual(written.filter((tag) => !tag.includes('dir="auto"')), []);
});

test("every date and time that is shown is written in one place", async () => {
  // The others only reckon with zones and show nothing.
  const alone = ["web/time.js", "web/notification_settings/preview.js"];
  const files = (await readdir("web", {recursive: true})).filter((one) => one.endsWith(".js") && !one.includes("vendor"));
  const found = await Promise.all(files.map(async (one) => [`web/${one}`, await readFile(`web/${one}`, "utf8")]));
  assert.deepEqual(found.filter(([, text]) => /DateTimeFormat\([^)]|toLocale(Date|Time)?String|RelativeTimeFormat/.test(text)).map(([name]) => name).sort(), alone.sort());
});

test("a message of a stream is an event if it has data", () => {
  assert.deepEqual(parsed('id: 7\ndata: {"number": 7}'), [{number: 7}]);
  assert.deepEqual(parsed("retry: 2000\nid: 0\n: last 14"), []);
});

test("an unchanged answer is asked for by its tag, and a lost token is given up", async () => {
  token.keep({token: "tide_a", username: "ann"});
  const asked = [];
  const answers = [
    Response.json({results: []}, {headers: {ETag: '"one"'}}),
    new Response(null, {status: 304}),
    Response.json({code: "token_expired", status: 401, detail: "No.", instance: "x"}, {status: 401}),
  ];
  globalThis.fetch = async (where, what) => {
    asked.push([where, what.headers]);
    return answers.shift();
  };
  const first = await read("/me/games");
  const second = await read("/me/games");
  assert.deepEqual(second, first);
  assert.equal(asked[0][0], "/api/v1/me/games");
  assert.equal(asked[0][1].Authorization, "Bearer tide_a");
  assert.equal(asked[1][1]["If-None-Match"], '"one"');
  const third = await read("/me/games");
  assert.equal(third.problem.code, "token_expired");
  assert.equal(token.token(), null);
});

test("countdowns follow the server's clock, however wrong the device's is", async (context) => {
  const due = "2026-11-27T12:00:00Z";
  const date = "Fri, 27 Nov 2026 09:20:00 GMT";
  for (const day of ["26", "27", "28"]) {
    context.mock.timers.enable({apis: ["Date"], now: Date.parse(`2026-11-${day}T09:20:00.500Z`)});
    globalThis.fetch = async () => Response.json({results: []}, {headers: {Date: date}});
    await read("/rulesets");
    assert.equal(left(due), "2 hours left");
    assert.equal(urgent(due), true);
    context.mock.timers.reset();
  }
});

test("a server that cannot be reached is a problem too", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("no net");
  };
  assert.equal((await read("/rulesets")).problem.code, "offline");
});

test("an answer that is cut off, or is a proxy's page, is no connection, and nothing throws", async () => {
  const cut = () => new Response(new ReadableStream({start: (body) => body.error(new TypeError("cut off"))}));
  const proxys = (status) => () => new Response("<h1>Sorry</h1>", {status, headers: {"Content-Type": "text/html"}});
  for (const answer of [cut, proxys(200), proxys(403), proxys(502)]) {
    globalThis.fetch = async () => answer();
    assert.equal((await read("/rulesets")).problem.code, "offline");
    assert.equal((await act("POST", "/guests")).problem.code, "offline");
    assert.equal(connected(), false);
  }
  globalThis.fetch = async () => cut();
  assert.equal((await readBytes("/games/{game}/record", {game: "g"})).problem.code, "offline");
});

/** Folders that are loaded late, with words of their own. */
const LATE = (await readdir("web", {recursive: true})).filter((one) => one.endsWith("/words")).map((one) => `web/${dirname(one)}`);

/** Every text that the page says, as `t` and `tn` are called with it; late or not. */
async function texts(late) {
  const found = new Set();
  for (const entry of await readdir(late ?? "web", {recursive: true, withFileTypes: true})) {
    const folder = entry.parentPath ?? entry.path;
    if (!entry.isFile() || !entry.name.endsWith(".js") || /vendor|words$/.test(folder)) continue;
    if (!late && LATE.some((one) => `${folder}/`.startsWith(`${one}/`))) continue;
    const source = await readFile(`${folder}/${entry.name}`, "utf8");
    for (const one of source.matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g)) found.add(one[1]);
    for (const one of source.matchAll(/\btn\(\s*[^,"]+(?:\([^)]*\))?,\s*"([^"]*)",\s*"([^"]*)"/g)) found.add(one[2]);
  }
  return found;
}

test("every language has every text, with the same values in it, and none that is gone", async () => {
  const always = await texts();
  assert.ok(always.size > 100);
  for (const language of Object.keys(LANGUAGES).filter((one) => one !== "en")) {
    await compare(always, `web/words/${language}.js`);
    for (const late of LATE) {
      // What is said before as well need not stand there twice.
      const wanted = [...(await texts(late))].filter((one) => !always.has(one));
      await compare(new Set(wanted), `${late}/words/${language}.js`);
    }
  }
});

/** @param {Set<string>} wanted @param {string} file */
async function compare(wanted, file) {
  const {default: catalogue} = await import(`../${file}`);
  assert.deepEqual([...wanted].filter((one) => !(one in catalogue)), [], `missing in ${file}`);
  assert.deepEqual(Object.keys(catalogue).filter((one) => !wanted.has(one)), [], `gone from ${file}`);
  for (const [text, said] of Object.entries(catalogue)) {
    const values = (some) => [...some.matchAll(/\{(\w+)\}/g)].map((one) => one[1]).sort();
    for (const form of typeof said === "string" ? [said] : [said.other]) assert.deepEqual(values(form), values(text), text);
  }
}

test("another language is spoken at once, and numbers choose their form", async () => {
  assert.equal(tn(1, "{n} day", "{n} days"), "1 day");
  await speak("de");
  assert.equal(t("Lobby"), "Lobby");
  assert.equal(tn(1, "{n} day", "{n} days"), "1 Tag");
  assert.equal(tn(3, "{n} day", "{n} days"), "3 Tage");
  assert.equal(document.documentElement.lang, "de");
  await speak("en");
});

test("a language may have more forms than two", () => {
  const polish = {one: "{n} karta", few: "{n} karty", many: "{n} kart", other: "{n} karty"};
  const rules = new Intl.PluralRules("pl");
  assert.deepEqual([1, 3, 5, 22].map((n) => formOf(polish, n, rules)), ["{n} karta", "{n} karty", "{n} kart", "{n} karty"]);
  assert.equal(formOf({one: "{n} Tag", other: "{n} Tage"}, 5, rules), "{n} Tage");
});
