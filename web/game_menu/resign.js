/** Resigning. It is confirmed once more, after its consequences are named. */

import {act} from "../api.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {useDoing} from "./calls.js";

/** @param {import("../table/menu.js").MenuProps} props */
export default function Resign({game, refresh, close}) {
  const [isSure, setSure] = useState(false);
  const {problem, busy, doing} = useDoing(refresh);
  async function resign() {
    if (await doing(() => act("POST", "/games/{game}/resign", {game: game.id}), t("You have resigned."))) close();
  }
  return html`<ul class="plain-list">
      <li>${t("A bot takes over your seat. The others play on without waiting for you.")}</li>
      <li>${t("A sealed move stays sealed. Your standing order is deleted.")}</li>
      <li>${t("The host can offer your seat to another player. You cannot take it back yourself.")}</li>
      <li>${t("If you are only away for a while, announce a vacation or propose a pause instead.")} <a href="/absence">${t("My absence")}</a></li>
    </ul>
    <${ProblemMessage} problem=${problem} />
    ${isSure
      ? html`<p><strong>${t("Give your seat up for good?")}</strong></p>
          <p class="row"><button type="button" class="main" aria-disabled=${busy} onClick=${() => void resign()}>${t("Yes, I resign")}</button>
            <button type="button" class="other" onClick=${close}>${t("No, I play on")}</button></p>`
      : html`<p class="row"><button type="button" class="other" onClick=${() => setSure(true)}>${t("Resign …")}</button>
            <button type="button" class="other" onClick=${close}>${t("I play on")}</button></p>`}`;
}
