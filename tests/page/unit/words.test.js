/** Whose words are there when they are said. */

import assert from "node:assert/strict";
import {readFile, readdir} from "node:fs/promises";
import {dirname, join} from "node:path";
import {test} from "node:test";

/** What is opened in the dialog of the game menu, which has brought its words. */
const IN_DIALOG = /\b(?:load|orderForm): \(\) => import\("(\.[^"]+)"\)/g;

/** Every module, with what it imports at once and what it loads late. */
async function modules() {
  const found = new Map();
  for (const entry of await readdir("web", {recursive: true, withFileTypes: true})) {
    const folder = entry.parentPath ?? entry.path;
    if (!entry.isFile() || !entry.name.endsWith(".js") || /vendor|words$/.test(folder)) continue;
    const source = (await readFile(join(folder, entry.name), "utf8")).replace(/\/\*\*.*?\*\//gs, "");
    const those = (/** @type {RegExp} */ pattern) => [...source.matchAll(pattern)].map((one) => join(folder, one[1] ?? ""));
    found.set(join(folder, entry.name), {
      source,
      imports: those(/from "(\.[^"]+)"/g).filter((one) => !one.includes("vendor")),
      loads: those(/\bimport\("(\.[^"]+)"\)/g),
      inDialog: those(IN_DIALOG),
    });
  }
  return found;
}

/** The folders named where a module says which words it needs. @param {string} source @param {RegExp} pattern */
const named = (source, pattern) => [...source.matchAll(pattern)].flatMap((one) => [...(one[1] ?? "").matchAll(/"(\w+)"/g)].map((each) => each[1]));

test("whatever is loaded late has its words loaded with it", async () => {
  const all = await modules();
  const folders = new Set((await readdir("web", {recursive: true})).filter((one) => one.endsWith("/words")).map((one) => dirname(one)));
  /** Folders whose words this module says, itself or by what it imports. @returns {Set<string>} */
  const said = (/** @type {string} */ name, seen = new Set()) => {
    if (seen.has(name)) return new Set();
    seen.add(name);
    const own = [...folders].filter((one) => name.startsWith(`web/${one}/`));
    const {source, imports} = all.get(name);
    const more = imports.flatMap((one) => [...said(one, seen)]);
    return new Set([...(/\btn?\(/.test(source) ? own : []), ...more]);
  };
  assert.deepEqual([...said("web/main.js")], []);
  for (const [name, {source, loads, inDialog}] of all) {
    const there = [...said(name), ...named(source, /loadWordsOf\(([^)]*)\)/g), ...named(source, /export const words = \[([^\]]*)\]/g)];
    for (const late of loads) {
      const brought = named(all.get(late).source, /export const words = \[([^\]]*)\]/g);
      if (inDialog.includes(late)) brought.push("game_menu");
      // A picture is loaded with its words, and loads all else of its game.
      const game = [...folders].find((one) => one.startsWith("games/") && late.startsWith(`web/${one}/`));
      if (game && (name === "web/games/index.js" || name.startsWith(`web/${game}/`))) brought.push(game);
      const without = [...said(late)].filter((one) => !there.includes(one) && !brought.includes(one));
      assert.deepEqual(without, [], `${name} loads ${late} without the words of`);
    }
  }
});

test("what is said in several folders is said alike", async () => {
  const found = new Map();
  for (const file of (await readdir("web", {recursive: true})).filter((one) => /(^|\/)words\/\w+\.js$/.test(one))) {
    const language = file.split("/").at(-1);
    for (const [text, said] of Object.entries((await import(`../web/${file}`)).default)) {
      const key = `${language}: ${text}`;
      assert.deepEqual(said, found.get(key) ?? said, `${key} (${file})`);
      found.set(key, said);
    }
  }
});

test("in German a span of time follows no word that would change it", async () => {
  // "3 Tage" would have to be "3 Tagen".
  for (const file of (await readdir("web", {recursive: true})).filter((one) => /(^|\/)words\/de\.js$/.test(one))) {
    for (const said of Object.values((await import(`../web/${file}`)).default).flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)))) {
      assert.doesNotMatch(said, /\b(von|seit|nach|mit|vor|in) \{span\}/i);
    }
  }
});
