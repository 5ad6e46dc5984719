/**
 * The ranking of the search: any word of a sentence counts, rare ones most; a name more than a text, and a text
 * more than a word somewhere in a guide. Words of the same meaning are known; a word that is nowhere is taken
 * for the nearest one.
 */
const STOP = new Set(
  ("a about all am an and any are as at be by can do does for from have how i if in into is it its me my of on " +
    "one or please should so that the their then there this to use using want was we what when where which " +
    "happen happens nobody somebody who why will with without would you your")
    .split(" "),
);
const BY_KIND = { call: 1.4, guide: 1.2, code: 1.1, header: 1.1, event: 1.15, parameter: 0.85, schema: 0.8, field: 0.6 };
/** What a word is worth in a name, in a text, and elsewhere: the whole word, and its beginning. */
const WORTH = [[6, 3], [3, 1.2], [1.5, 0.6]];
/** What a word of the same meaning is worth, or one that is meant instead. */
const SAME = 0.5;
/** What the name is worth that is known for a word of the question. */
const KNOWN = 60;
const EXACT = 1000;
const ALL_NAMED = 20;
const SHORT = 3;
const MAX_OF_NAME = 2;

const split = (text) => text.toLowerCase().replace(/[’']s?\b/g, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
/** The beginning of a word that its forms share. */
const stem = (word) => word.replace(/(?<=.{3})(?:ation|ing|ed|e|y|ie)?s?$/, "");
const stems = (text) => split(text).map(stem);

/** Make what `find` needs of the rows of the index, once. */
export function prepare({ rows, synonyms }) {
  // Each word with the rows that have it, and whether in the name, in the text or elsewhere.
  const places = new Map();
  const known = rows.map(([kind, name, text, address, words = ""], row) => {
    const parts = [name, text, words].map((part) => new Set(stems(part)));
    parts.forEach((part, place) => {
      for (const word of part) places.set(word, places.get(word) ?? []).get(word).push([row, place]);
    });
    return { row: [kind, name, text, address], kind, name: split(name).join(" "), text: split(text).join(" "), size: parts[0].size };
  });
  const same = Object.entries(synonyms).map(([word, others]) => [
    stems(word).join(" "),
    others.split(" ").flatMap((other) => (/[_-]/.test(other) ? [split(other).join(" ")] : stems(other))),
  ]);
  return { known, places, same: new Map(same) };
}

/** The rows that fit a text, the best first. */
export function find(index, text) {
  const words = split(text);
  const sought = words.filter((word) => !STOP.has(word));
  const asked = new Set((sought.length ? sought : words).map(stem));
  const wanted = [...asked].map((word) => [word, nearby(index, word)]);
  for (const [phrase, others] of phrases(index, stems(text))) {
    for (const [word, more] of wanted) if (phrase.includes(word)) more.push(...others);
  }
  const found = new Map();
  for (const [word, others] of wanted) {
    for (const [row, [worth, named]] of worths(index, word, others)) {
      const [sum, hits, names] = found.get(row) ?? [0, 0, 0];
      found.set(row, [sum + worth, hits + 1, names + named]);
    }
  }
  const typed = words.join(" ");
  const scored = [...found].map(([row, said]) => [score(index.known[row], said, wanted.length, typed), row]);
  // Of the same worth, the row that stands first in the index: calls first, fields last.
  scored.sort(([one, row], [other, after]) => other - one || row - after);
  return fewOfOneName(scored.map(([, row]) => index.known[row].row));
}

/** Parameters and fields of one name leave room for others. */
function fewOfOneName(rows) {
  const often = new Map();
  return rows.filter(([kind, name]) => {
    const one = `${kind} ${name}`;
    often.set(one, (often.get(one) ?? 0) + 1);
    return often.get(one) <= MAX_OF_NAME;
  });
}

function score({ kind, name, text, size }, [sum, hits, named], wanted, typed) {
  const weight = BY_KIND[kind];
  // A short name that says just this is meant, rather than a long one in which it occurs.
  const worth = sum * (hits / wanted) * weight * (1 + named / (size + 1));
  if (name === typed && name.includes(" ")) return worth + EXACT;
  if (named === wanted) return worth + ALL_NAMED * weight * (name.startsWith(typed) ? 2 : 1);
  return typed.includes(" ") && text.includes(typed) ? worth + ALL_NAMED * weight : worth;
}

/** What the rows are worth that have the word or another for it, and whether it stands in their name. */
function worths({ known, places }, word, others) {
  const found = new Map();
  const add = (row, worth, named = 0) => {
    const [before, was] = found.get(row) ?? [0, 0];
    found.set(row, [Math.max(before, worth), Math.max(was, named)]);
  };
  const look = (sought, share) => {
    for (const [here, rows] of places) {
      const isWhole = here === sought;
      if (!isWhole && (sought.length < SHORT || !here.startsWith(sought))) continue;
      const rare = share * Math.log(2 + known.length / rows.length);
      for (const [row, place] of rows) add(row, rare * WORTH[place][isWhole ? 0 : 1], share === 1 && isWhole && place === 0 ? 1 : 0);
    }
  };
  look(word, 1);
  for (const other of others) {
    if (!other.includes(" ")) look(other, SAME);
    else known.forEach(({ name }, row) => name === other && add(row, KNOWN));
  }
  return found;
}

/** Words of the same meaning; for a word that is nowhere, those that are written nearly so. */
function nearby({ places, same }, word) {
  if (same.has(word)) return [...same.get(word)];
  if (word.length <= SHORT || [...places.keys()].some((other) => other.startsWith(word))) return [];
  return [...places.keys(), ...same.keys()]
    .filter((other) => isNear(word, other))
    .flatMap((other) => [other, ...(same.get(other) ?? [])]);
}

/** The phrases of several words among the synonyms that the text has. */
function phrases({ same }, words) {
  const text = ` ${words.join(" ")} `;
  return [...same]
    .filter(([phrase]) => phrase.includes(" ") && text.includes(` ${phrase} `))
    .map(([phrase, others]) => [phrase.split(" "), others]);
}

/** Whether one letter is wrong, missing, or too many, or two have changed places. */
function isNear(one, other) {
  if (Math.abs(one.length - other.length) > 1 || other.length <= SHORT) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, others] = [one.slice(start), other.slice(start)];
  const [a, b] = [rest.slice(1), others.slice(1)];
  return a === b || a === others || rest === b || (rest[0] === b[0] && rest[1] === others[0] && rest.slice(2) === b.slice(1));
}
