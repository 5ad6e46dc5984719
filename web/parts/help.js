/** At a table: what opens the rules beside it. */

import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Later} from "./later.js";

/** The rulesets whose rules there are to be read. */
export const RULED = ["turn_the_tide", "high_tide"];

const sheet = () => import("../learn/sheet.js");

/** @param {{game: Api.Schemas["Game"]}} props */
export function Help({game}) {
  const [open, setOpen] = useState(false);
  if (!RULED.includes(game.ruleset)) return null;
  return html`<button type="button" class="plain help" aria-haspopup="dialog" onClick=${() => setOpen(true)}>${t("Rules")}</button>
  ${open && html`<${Later} load=${sheet} game=${game} close=${() => setOpen(false)} />`}`;
}
