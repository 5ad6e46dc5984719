/** Invitations that wait for the player's answer, among them private tables. */

import {act, read} from "../api.js";
import {gameName, personName} from "../names.js";
import {tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {go} from "../router.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {clockWords, sentence} from "./terms.js";
import {optionWords} from "./variants.js";

/** @typedef {Api.Schemas["Invitation"]} Invitation */

export const style = new URL("./lobby.css", import.meta.url).href;
export const words = ["lobby"];

/** @param {{news?: number}} props `news` changes whenever something has happened. */
export default function Invited({news = 0}) {
  const [some, setSome] = useState(/** @type {Invitation[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  async function ask() {
    const result = await read("/me/invitations");
    if (result.ok) setSome(result.data.results.filter((one) => one.declined_at === null));
  }
  useEffect(() => void ask(), [news]);
  /** @param {Invitation} one */
  async function accept(one) {
    const result = await act("POST", "/invitations/{invitation}/accept", {invitation: one.code}, {});
    if (result.ok) return go(`/game/${one.table.game}`);
    setProblem(result.problem);
    await ask();
  }
  /** @param {Invitation} one */
  async function decline(one) {
    const result = await act("DELETE", "/invitations/{invitation}", {invitation: one.code});
    setProblem(result.ok ? null : result.problem);
    if (result.ok) tell(t("Declined."));
    await ask();
  }
  if (!some.length && !problem) return null;
  return html`<section class="invited panel" aria-labelledby="invited">
    <h2 id="invited">${tn(some.length, "You are invited", "You have {n} invitations")}</h2>
    <${ProblemMessage} problem=${problem} />
    <ul>${some.map((one) => html`<li key=${one.code} class="row">
      <p>${t("{name} invites you to {game}.", {name: personName(one.invited_by), game: gameName(one.table.ruleset)})}
        <small>${one.table.private && `${t("private")} · `}${optionWords(/** @type {any} */ (one.table.options)).join(", ")} · ${sentence(clockWords(one.table.clock).slice(0, 1))}</small></p>
      <span class="row"><button type="button" class="main" onClick=${() => accept(one)}>${t("Take a seat")}<span class="unseen"> ${one.invited_by}</span></button>
      <a class="button" href=${`/invitation/${one.code}`}>${t("All terms")}<span class="unseen"> ${one.invited_by}</span></a>
      <button type="button" class="plain" onClick=${() => decline(one)}>${t("Decline")}<span class="unseen"> ${one.invited_by}</span></button></span>
    </li>`)}</ul>
  </section>`;
}
