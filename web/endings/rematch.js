/** Another game at the same table, and who wishes for it. */

import {act} from "../api.js";
import {useDoing} from "../game_menu/calls.js";
import {say, tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {go} from "../router.js";
import {html, useEffect, useRef} from "../vendor/preact.js";
import {t} from "../words.js";

/** A wish may come while the player looks at something further down: then it is shown there. @param {{game: Api.Schemas["Game"], wisher: string | null}} props */
export function Rematch({game, wisher}) {
  const {problem, busy, doing} = useDoing();
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const isInSight = (place.current?.getBoundingClientRect().top ?? -1) >= 0;
    if (wisher) (isInSight ? say : tell)(t("{name} wants a rematch.", {name: wisher}));
  }, [wisher]);
  async function again() {
    let next = "";
    const done = await doing(async () => {
      const result = await act("POST", "/games/{game}/rematch", {game: game.id});
      if (result.ok) next = result.data?.id ?? "";
      return result;
    }, t("Another game at the same table."));
    if (done && next) go(`/game/${next}`);
  }
  return html`<div class="rematch row" ref=${place}>
    <button type="button" class="main" aria-disabled=${busy} onClick=${() => void again()}>${t("Rematch")}</button>
    <span>${wisher ? html`<strong>${t("{name} wants a rematch.", {name: wisher})}</strong>` : t("The same table, everybody one seat further.")}</span>
    <${ProblemMessage} problem=${problem} />
  </div>`;
}
