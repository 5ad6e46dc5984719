/** A pause: proposed, agreed to, ended. */

import {act} from "../api.js";
import {namesOf} from "../names.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {duration, moment} from "../time.js";
import {html, useState} from "../vendor/preact.js";
import {listed, t} from "../words.js";
import {useDoing} from "./calls.js";

const LENGTHS = ["PT24H", "PT72H", "PT168H", "PT336H"];

/** @param {{game: Api.Schemas["Game"], refresh: () => Promise<void>, may: boolean}} props */
export function Pause({game, refresh, may}) {
  const {problem, busy, doing} = useDoing(refresh);
  const {pause} = game;
  const names = namesOf(game);
  /** @param {string} length */
  const agree = (length) => void doing(() => act("PUT", "/games/{game}/pause", {game: game.id}, {length}), t("You have agreed to the pause."));
  /** @param {string} done */
  const end = (done) => void doing(() => act("DELETE", "/games/{game}/pause", {game: game.id}), done);
  if (!pause) return may ? html`<${Propose} agree=${agree} busy=${busy} /><${ProblemMessage} problem=${problem} />` : null;
  if (pause.from && pause.until) {
    return html`<p><strong>${t("The game is paused from {from} until {until}. All clocks are stopped.", {from: moment(pause.from), until: moment(pause.until)})}</strong> ${t("You can still play.")}</p>
      <${ProblemMessage} problem=${problem} />
      ${may && html`<button type="button" class="other" aria-disabled=${busy} onClick=${() => end(t("The pause is over."))}>${t("End the pause for everyone")}</button>`}`;
  }
  const agreed = pause.agreed.includes(game.mine?.seat ?? -1);
  const span = duration(pause.length);
  return html`<p><strong>${t("Pause of {span}?", {span})}</strong> ${t("Agreed so far: {names}.", {names: listed(pause.agreed.map(names))})} ${t("It begins when all players have agreed.")}</p>
    <${ProblemMessage} problem=${problem} />
    ${may && html`<p class="row">
      ${!agreed && html`<button type="button" class="main" aria-disabled=${busy} onClick=${() => agree(pause.length)}>${t("Agree to the pause")}</button>`}
      <button type="button" class="other" aria-disabled=${busy} onClick=${() => end(t("There will be no pause."))}>${agreed ? t("Drop the proposal") : t("No pause")}</button></p>`}`;
}

/** @param {{agree: (length: string) => void, busy: boolean}} props */
function Propose({agree, busy}) {
  const [length, setLength] = useState("PT72H");
  return html`<p class="quiet">${t("If all players agree, every deadline moves back by that much. Any player can end the pause early.")}</p>
    <p class="row"><label>${t("How long")} <select onChange=${({currentTarget}) => setLength(currentTarget.value)}>
        ${LENGTHS.map((one) => html`<option value=${one} selected=${one === length}>${duration(one)}</option>`)}</select></label>
      <button type="button" class="other" aria-disabled=${busy} onClick=${() => agree(length)}>${t("Propose a pause")}</button></p>`;
}
