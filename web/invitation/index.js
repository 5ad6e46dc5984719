/** The page of an invitation, by link or by name. It can be read without an account. */

import {act, read} from "../api.js";
import {absenceWords, clockWords, companyWords, sentence} from "../lobby/terms.js";
import {optionWords} from "../lobby/variants.js";
import {gameName, personName} from "../names.js";
import {tell} from "../parts/announcements.js";
import {SignIn} from "../parts/frame.js";
import {Heading} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {ReportButton} from "../parts/report_button.js";
import {go} from "../router.js";
import {playAsGuest} from "../sign_in.js";
import {left} from "../time.js";
import {isGuest, username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t, tn} from "../words.js";

export const style = new URL("./invitation.css", import.meta.url).href;
export const words = ["invitation", "lobby"];

/** @typedef {Api.Schemas["Invitation"]} Found */

/** @param {{id: string}} props */
export default function Invitation({id}) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const me = username();
  useEffect(() => {
    void read("/invitations/{invitation}", {invitation: id}).then((result) => (result.ok ? setFound(result.data) : setProblem(result.problem)));
  }, [id, me]);
  async function accept() {
    if (!username()) {
      const came = await playAsGuest();
      if (!came.ok) return setProblem(came.problem);
    }
    const result = await act("POST", "/invitations/{invitation}/accept", {invitation: id}, {});
    if (result.ok || result.problem.code === "already_joined") return go(`/game/${found?.table.game}`);
    setProblem(result.problem);
  }
  async function decline() {
    const result = await act("DELETE", "/invitations/{invitation}", {invitation: id});
    if (!result.ok) return setProblem(result.problem);
    tell(t("Declined."));
    go("/lobby");
  }
  if (!found) {
    return html`<section class="narrow"><${Heading} title=${t("An invitation")}>${t("An invitation")}<//>
      <${ProblemMessage} problem=${problem} />
      ${problem && html`<p><a class="button" href="/lobby">${t("Go to the lobby")}</a></p>`}
      ${problem && !me && html`<p>${t("If this invitation names you, sign in first.")}</p><${SignIn} />`}</section>`;
  }
  const name = gameName(found.table.ruleset);
  return html`<section class="narrow invitation">
    <${Heading} title=${t("An invitation")}>${t("{name} invites you to {game}", {name: personName(found.invited_by), game: name})}<//>
    <${Terms} found=${found} />
    <${ProblemMessage} problem=${problem} />
    <p class="row"><button type="button" class="main" onClick=${accept}>${me ? t("Take a seat") : t("Take a seat as a guest")}</button>
      ${found.player && html`<button type="button" class="plain" onClick=${decline}>${t("Decline")}</button>`}
      ${me && me !== found.invited_by && html`<${ReportButton} about=${{player: found.invited_by}} name=${personName(found.invited_by)} />`}</p>
    ${!me && html`<p class="quiet">${t("As a guest you need no name or password. With an account you can come back from any device:")}</p><${SignIn} />`}
    ${isGuest() && html`<p class="quiet">${t("You play as a guest.")}</p>`}
  </section>`;
}

/** @param {{found: Found}} props */
function Terms({found}) {
  const {table, expires_at, uses_left} = found;
  return html`<ul class="panel terms">
    <li>${sentence(optionWords(/** @type {any} */ (table.options)))}</li>
    <li>${tn(table.seat_count, "{n} seat", "{n} seats")}${table.start === "host" ? t("; the host starts the game.") : t("; the game starts when all are taken.")}</li>
    <li>${sentence(clockWords(table.clock))}</li>
    <li>${sentence(absenceWords(table.absence))}</li>
    <li>${sentence(companyWords({...table, bot_accounts: true}))}</li>
    ${expires_at && html`<li>${t("The link is valid for {span}.", {span: left(expires_at)})}</li>`}
    ${uses_left !== null && html`<li>${tn(uses_left, "{n} use left", "{n} uses left")}</li>`}
  </ul>`;
}
