/** The rules of the games as pages. What they say is loaded when one is opened. */

import {gameName} from "../names.js";
import {Heading} from "../parts/heading.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {loadWordsOf, t} from "../words.js";
import {RULED} from "./game.js";

/** @param {{id: string}} props */
export default function RulesPage({id}) {
  const ruleset = id || (RULED[0] ?? "");
  const [late, setLate] = useState(/** @type {typeof import("../learn/rules.js") | null} */ (null));
  useEffect(() => {
    void Promise.all([import("../learn/rules.js"), loadWordsOf("learn")]).then(([found]) => setLate(found));
  }, []);
  const title = t("Rules of {game}", {game: gameName(ruleset)});
  return html`<section class="rules-page">
    <${Heading} title=${title}>${title}<//>
    <nav class="row" aria-label=${t("Rules")}>${RULED.map((id) => html`<a class="button" href=${`/rules/${id}`}
      aria-current=${id === ruleset ? "page" : undefined}>${gameName(id)}</a>`)}</nav>
    ${late ? html`<${late.Rules} ruleset=${ruleset} />` : html`<p>${t("Loading …")}</p>`}
  </section>`;
}
