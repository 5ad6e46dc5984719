/** The rules of a game as a book of chapters; those that do not concern this table come last, and closed. */

import {loadPicture} from "../games/index.js";
import {loadStyle} from "../preloads.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/**
 * @typedef {{id: string, title: string, body: unknown, only?: string}} Chapter
 * A chapter with `only` is there for one edition or expansion.
 *
 * @typedef {Record<string, any>} Options
 * The options of a game.
 *
 * @typedef {{by: string, style: string, edition: (options: Options) => string[], others: () => string,
 *   chapters: (options: Options) => Chapter[]}} Book
 * `by` is the author of the game, `style` the address of the style sheet of the drawings. `edition` says which editions
 * or expansions are played, `others` what the rest is called.
 */

const STYLE = new URL("./rules.css", import.meta.url).href;

/** @param {string} ruleset @returns {Promise<Book | null>} */
async function loadBook(ruleset) {
  const picture = await loadPicture(ruleset);
  const book = (await picture.rules?.())?.default;
  await Promise.all([loadStyle(STYLE), loadStyle(book?.style)]);
  return book ?? null;
}

/**
 * @param {{ruleset: string, options?: Options | null, level?: "h2" | "h3"}} props
 * `options` are those of the game that is played, and null where the rules are read by themselves.
 */
export function Rules({ruleset, options = null, level: Level = "h2"}) {
  const [book, setBook] = useState(/** @type {Book | null} */ (null));
  useEffect(() => {
    void loadBook(ruleset).then(setBook);
  }, [ruleset]);
  if (!book) return html`<p>${t("Loading …")}</p>`;
  const chapters = book.chapters(options ?? {});
  const played = options && book.edition(options);
  const isHere = (/** @type {Chapter} */ {only}) => only === undefined || !played || played.includes(only);
  const others = chapters.filter((one) => !isHere(one));
  const shown = (/** @type {Chapter} */ one) => html`<section key=${one.id} id=${`rules-${one.id}`}><${Level}>${one.title}<//>${one.body}</section>`;
  return html`<div class="rules">
    ${!options && html`<${Chapters} chapters=${chapters} />`}
    <p class="quiet">${t("A game by {name}, told in our own words.", {name: book.by})}</p>
    ${chapters.filter(isHere).map(shown)}
    ${others.length > 0 && html`<details class="panel"><summary>${book.others()}</summary>${others.map(shown)}</details>`}
  </div>`;
}

/** @param {{chapters: Chapter[]}} props */
function Chapters({chapters}) {
  return html`<nav class="chapters" aria-label=${t("Chapters")}><ul>${chapters.map(({id, title}) => html`<li><a href=${`#rules-${id}`}>${title}</a></li>`)}</ul></nav>`;
}
