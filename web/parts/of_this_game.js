/** At a game: whether one is told of it. What is in it is asked for when it is opened. */

import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {loadWordsOf, t} from "../words.js";

/** @param {{id: string}} props */
export function OfThisGame({id}) {
  const [Loaded, setLoaded] = useState(/** @type {((props: {id: string}) => unknown) | null} */ (null));
  if (!username()) return null;
  const open = () => void Promise.all([import("../notices/of_game.js"), loadWordsOf("notices")]).then(([one]) => setLoaded(() => one.OfGame));
  return html`<details class="of-this-game" onToggle=${open}><summary>${t("Notices of this game")}</summary>
    ${Loaded && html`<${Loaded} id=${id} />`}</details>`;
}
