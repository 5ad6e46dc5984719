/** At a table: what opens the rules beside it. */

import {html, useState} from "../vendor/preact.js";
import {loadWordsOf, t} from "../words.js";

/** The rulesets whose rules there are to be read. */
export const RULED = ["turn_the_tide", "high_tide"];

/** @param {{game: Api.Schemas["Game"]}} props */
export function Help({game}) {
  const [late, setLate] = useState(/** @type {typeof import("../learn/sheet.js") | null} */ (null));
  if (!RULED.includes(game.ruleset)) return null;
  async function open() {
    const [found] = await Promise.all([import("../learn/sheet.js"), loadWordsOf("learn")]);
    setLate(found);
  }
  return html`<button type="button" class="plain help" aria-haspopup="dialog" onClick=${open}>${t("Rules")}</button>
  ${late && html`<${late.Sheet} game=${game} close=${() => setLate(null)} />`}`;
}
