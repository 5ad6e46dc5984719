/** At a game: whether one is told of it. What is in it is asked for when it is opened. */

import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Later} from "./later.js";

const ofGame = () => import("../notices/of_game.js");

/** @param {{id: string}} props */
export function OfThisGame({id}) {
  const [isOpen, setOpen] = useState(false);
  if (!username()) return null;
  return html`<details class="of-this-game" onToggle=${() => setOpen(true)}><summary>${t("Notifications for this game")}</summary>
    ${isOpen && html`<${Later} load=${ofGame} id=${id} />`}</details>`;
}
