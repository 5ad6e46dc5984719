/** What marks a state is told from its ground: 3 to 1 at least (WCAG 1.4.11), by day and by night. */

import assert from "node:assert/strict";
import {readFile, readdir} from "node:fs/promises";
import {test} from "node:test";

const WEB = new URL("../web/", import.meta.url);
const styles = (await readdir(new URL("style/", WEB))).sort().map((name) => `style/${name}`);
const files = [...styles, "games/turn_the_tide/picture.css", "games/high_tide/picture.css", "game_menu/game_menu.css", "lobby/lobby.css", "endings/endings.css"];
const text = (await Promise.all(files.map((name) => readFile(new URL(name, WEB), "utf8")))).join("\n").replace(/\/\*.*?\*\//gs, "");

/** What a rule with just this selector says of a property, the last one that does. */
function said(selector, property) {
  const rules = [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, names]) => names.split(/,(?![^(]*\))/).some((one) => one.trim() === selector));
  const values = rules.flatMap(([, , body]) => body.split(";").map((one) => one.split(":").map((part) => part.trim())).filter(([name]) => name === property));
  assert.ok(values.length, `${selector} says nothing of ${property}`);
  return values.at(-1)[1];
}

/** The colour in a value, with its names looked up, for one of the two schemes. */
function colour(value, isDark) {
  let found = value;
  for (let name; (name = /var\((--[\w-]+)\)/.exec(found)); ) found = found.replace(name[0], said(":root", name[1]));
  const both = /light-dark\((#\w+), (#\w+)\)/.exec(found);
  return both ? both[isDark ? 2 : 1] : /#\w{3,6}\b/.exec(found)[0];
}

function luminance(hex) {
  const long = hex.length === 4 ? hex.replace(/\w/g, "$&$&") : hex;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(long.slice(at, at + 2), 16) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const PAPER = "var(--paper)";
const PANEL = "var(--panel)";
/** Where chairs stand and swim. */
const BEACH = ["dry", "damp"].map((one) => `var(--sand-${one})`).concat("var(--shallow)", "var(--wet)", "var(--floor)");
/** A mark, the property that draws it, and what it lies on. */
const MARKS = [
  [".swimmer.mine .frame", "stroke", [PAPER, "var(--air)"]],
  [".swimmer.mine .name > :first-child", "background", [PAPER, PANEL]],
  [".swimmer.worst .frame", "stroke", [PAPER]],
  [".card-back rect", "fill", ["var(--air)"]],
  [".card.chosen .paper", "stroke", [PAPER]],
  [".card.chosen::after", "background", [PAPER]],
  [".card.sealed::after", "background", [PAPER]],
  [".preserver.gone circle", "stroke", [PAPER]],
  [".rings .preserver .bands", "stroke", [PAPER]],
  [".out-word", "color", [PAPER]],
  [".deckchair .own-line", "fill", [...BEACH, "#ffe27a"]],
  [".ghost .place", "stroke", BEACH],
  [".players .mine > .name", "background", [PAPER, PANEL]],
  [".track .closed", "outline", [PAPER, PANEL]],
  ["tr.mine > :first-child", "box-shadow", ["var(--shade)"]],
  [".option.chosen", "border-color", [PAPER, PANEL]],
  [".chip input:checked + span", "background", [PAPER, PANEL]],
  [".due.urgent", "background", [PAPER]],
  [".seal", "background", [PANEL]],
  [".outcome .won", "color", [PANEL]],
  [".tabs [aria-current]", "border-color", [PAPER]],
  [":not(.dock):has(> .named)", "outline", [PAPER, PANEL]],
  [":focus-visible", "outline", [PAPER, PANEL]],
  [".bar :focus-visible", "outline-color", ["var(--sea)"]],
  ["button", "border", [PAPER]],
  [".fault", "color", [PAPER, PANEL]],
];

for (const isDark of [false, true]) {
  test(`marks are told from their ground ${isDark ? "by night" : "by day"}`, () => {
    const weak = MARKS.flatMap(([selector, property, grounds]) => {
      const mark = colour(said(selector, property), isDark);
      return grounds.map((ground) => [selector, ground, contrast(mark, colour(ground, isDark))]).filter(([, , ratio]) => ratio < 3);
    });
    assert.deepEqual(weak, []);
  });
}
