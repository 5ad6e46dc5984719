/** The rules of the games as pages. */

import {GAMES, gameName} from "../names.js";
import {Heading} from "../parts/lazy.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {Rules} from "./book.js";

export const words = ["rules"];

/** @param {{id: string}} props */
export default function RulesPage({id}) {
  const games = Object.keys(GAMES);
  const ruleset = id || (games[0] ?? "");
  const title = t("Rules of {game}", {game: gameName(ruleset)});
  return html`<section class="rules-page">
    <${Heading} title=${title}>${title}<//>
    <nav class="row" aria-label=${t("Rules")}>${games.map((id) => html`<a class="button" href=${`/rules/${id}`}
      aria-current=${id === ruleset ? "page" : undefined}>${gameName(id)}</a>`)}</nav>
    <${Rules} ruleset=${ruleset} />
  </section>`;
}
