/**
 * The texts of the page in the viewer's language.
 *
 * A text's English is its key, as in gettext. `words/<language>.js` has the others that the first view of a game
 * may need. A folder that is loaded late has its own in `<folder>/words/<language>.js`. What a catalogue lacks is said in English.
 *
 * Why so: docs/decisions/page.md.
 */

/**
 * @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}} Forms
 * What is said of different numbers, as many forms as the language has (CLDR's plural categories).
 *
 * @typedef {Record<string, string | Forms>} Catalogue
 */

import {device} from "./storage.js";

/** The languages that there are. For another add its file to each folder of words, and name it here. */
export const LANGUAGES = /** @type {const} */ ({en: "English", de: "Deutsch"});

const KEPT = "tide-language";
/** @type {Catalogue} */
let catalogue = {};
let language = "en";
const ENGLISH = new Intl.PluralRules("en");
let plural = ENGLISH;
/** Folders that are loaded late, and when their words are there. @type {Map<string, Promise<void>>} */
const late = new Map();
/** When the language of this viewer is there. @type {Promise<void> | null} */
let first = null;

/** The language in use. */
export const spoken = () => language;

/**
 * The language in use as the browser wishes it written, for `Intl`: a browser of "en-GB" has the day before the month.
 * Where it names the language with no country, or not at all, it is plain; and English is that of the rest of the world.
 */
export function locale() {
  const found = navigator.languages.find((one) => one.split("-")[0] === language && one !== language);
  return found ?? (language === "en" && !navigator.languages.includes("en-US") ? "en-GB" : language);
}

/** Load the language chosen here before, or else the first of the browser's that there is, or the server's; once. */
export function loadWords() {
  const wished = [device.read(KEPT), ...navigator.languages];
  const short = wished.map((one) => one?.split("-")[0] ?? "");
  return (first ??= use(short.find((one) => one in LANGUAGES) ?? document.documentElement.lang));
}

/** Change to another language for good. @param {string} wanted */
export async function speak(wanted) {
  device.write(KEPT, wanted);
  await use(wanted);
}

/** Have the words of folders that are loaded late, now and after each change of language. @param {string[]} folders */
export async function loadWordsOf(...folders) {
  for (const one of folders) if (!late.has(one)) late.set(one, add(one));
  await Promise.all(folders.map((one) => late.get(one)));
}

/** @param {string} folder */
async function add(folder) {
  if (language === "en") return;
  const wanted = language;
  try {
    const more = await import(`./${folder}/words/${wanted}.js`);
    if (wanted === language) catalogue = {...catalogue, ...more.default};
  } catch (problem) {
    // Opened again, the folder asks for them again.
    late.delete(folder);
    throw problem;
  }
}

/** @param {string} wanted */
async function use(wanted) {
  if (wanted === "en") catalogue = {};
  else catalogue = (await import(`./words/${wanted}.js`)).default;
  language = wanted;
  await Promise.all([...late.keys()].map(add));
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/**
 * A text, with `{name}` replaced by the value of that name.
 *
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export function t(text, values = {}) {
  const found = catalogue[text];
  return filled(typeof found === "string" ? found : text, values);
}

/**
 * A text about so many; `{n}` is the number.
 *
 * @param {number} n
 * @param {string} one
 * @param {string} other
 * @param {Record<string, unknown>} [values]
 */
export function tn(n, one, other, values = {}) {
  const found = catalogue[other];
  const english = ENGLISH.select(n) === "one" ? one : other;
  return filled(typeof found === "object" ? formOf(found, n, plural) : english, {n, ...values});
}

/** @param {Forms} forms @param {number} n @param {Intl.PluralRules} rules */
export const formOf = (forms, n, rules) => forms[rules.select(n)] ?? forms.other;

/** @param {string} text @param {Record<string, unknown>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => signed(values[name] ?? "", false));
}

/** A number as it is written, with a plus before points that are added; a text stays as it is. @param {unknown} n @param {boolean} [isAdded] */
export const signed = (n, isAdded = true) => (typeof n === "number" ? `${n > 0 && isAdded ? "+" : ""}${n}`.replace("-", "−") : String(n));

/** Several things in one sentence: "a, b and c". @param {string[]} parts */
export function listed(parts) {
  return new Intl.ListFormat(locale(), {type: "conjunction"}).format(parts);
}
