/** The host's invitations: by a player's name, or by a link with a number of uses and an end. */

import {act, read} from "../api.js";
import {tell} from "../parts/announcements.js";
import {Elsewhere, Line, atName} from "../parts/field.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {left, moment} from "../time.js";
import {isGuest} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {Share} from "./share.js";

/** @typedef {Api.Schemas["Game"]} Game */
/** @typedef {Api.Schemas["Invitation"]} Invitation */
/** @typedef {import("../api.js").Problem | null} Problem */

const LENGTHS = ["PT1H", "P1D", "P7D", "P30D"];

/** @param {{game: Game}} props */
export function Invite({game}) {
  const [made, setMade] = useState(/** @type {Invitation[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  async function ask() {
    const result = await read("/games/{game}/invitations", {game: game.id}, {page_size: 100});
    if (result.ok) setMade(result.data.results);
    setProblem(result.ok ? null : result.problem);
  }
  // Who has sat down has used an invitation.
  useEffect(() => void ask(), [game.id, game.log.events]);
  /** @param {string} invitation */
  async function revoke(invitation) {
    const result = await act("DELETE", "/invitations/{invitation}", {invitation});
    if (!result.ok) return setProblem(result.problem);
    tell(t("The invitation is withdrawn."));
    await ask();
  }
  return html`<section class="panel invite" aria-labelledby="invite"><h2 id="invite">${t("Invite")}</h2>
    <${ByName} game=${game} ask=${ask} />
    <details><summary>${t("A limited link")}</summary><${ByLink} game=${game} ask=${ask} /></details>
    <${ProblemMessage} problem=${problem} />
    ${made.length > 0 && html`<h3>${t("Invited so far")}</h3>
      <ul class="made">${made.map((one) => html`<${Made} key=${one.code} one=${one} revoke=${revoke} />`)}</ul>`}
  </section>`;
}

/** @param {{game: Game, ask: () => Promise<void>}} props */
function ByName({game, ask}) {
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  const [friends, setFriends] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    if (isGuest()) return;
    void read("/me/relations", {}, {relation: "friend", page_size: 100}).then((result) => setFriends(result.ok ? result.data.results.map((one) => one.player) : []));
  }, []);
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const player = String(new FormData(form).get("player")).trim();
    const result = await act("POST", "/games/{game}/invitations", {game: game.id}, {player});
    if (!result.ok) return setProblem(atName(result.problem, "/player"));
    setProblem(null);
    tell(t("{name} is invited.", {name: player}));
    form.reset();
    await ask();
  }
  return html`<form class="inline" onSubmit=${sent}>
    <${Line} label=${t("Name of a player")} name="player" place="/player" problem=${problem} required maxlength=${30} list="friends" autocapitalize="none" autocomplete="off" />
    <datalist id="friends">${friends.map((one) => html`<option value=${one} />`)}</datalist>
    <button class="other">${t("Invite")}</button>
    <${Elsewhere} problem=${problem} places=${["/player"]} />
  </form>`;
}

/** @param {{game: Game, ask: () => Promise<void>}} props */
function ByLink({game, ask}) {
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const wish = {uses: Number(form.get("uses")), expires_in: String(form.get("expires_in"))};
    const result = await act("POST", "/games/{game}/invitations", {game: game.id}, wish);
    setProblem(result.ok ? null : result.problem);
    if (result.ok) tell(t("The link is ready."));
    await ask();
  }
  return html`<form class="inline" onSubmit=${sent}>
    <${Line} label=${t("A link for this many players")} name="uses" place="/uses" problem=${problem} type="number" min="1" max="100" required defaultValue="1" />
    <label>${t("valid for")}<select name="expires_in">${LENGTHS.map((one) => html`<option value=${one} selected=${one === "P7D"}>${lengthWords(one)}</option>`)}</select></label>
    <button class="other">${t("Create a link")}</button>
    <${Elsewhere} problem=${problem} places=${["/uses"]} />
  </form>`;
}

/** @param {string} length */
const lengthWords = (length) => ({PT1H: t("an hour"), P1D: t("a day"), P7D: t("a week"), P30D: t("thirty days")})[length] ?? length;

/** @param {{one: Invitation, revoke: (code: string) => void}} props */
function Made({one, revoke}) {
  const whose = one.player ?? t("link");
  const end = html`<button type="button" class="plain" onClick=${() => revoke(one.code)}>${t("Take back")}<span class="unseen"> ${whose}</span></button>`;
  if (one.player) {
    return html`<li class="row"><a href=${`/player/${one.player}`}>${one.player}</a>
      <small>${one.declined_at ? t("has declined") : t("has not answered yet")}</small>${end}</li>`;
  }
  return html`<li><p class="row"><small>${tn(one.uses_left ?? 0, "{n} use left", "{n} uses left")}${one.expires_at &&
    html` · <span title=${moment(one.expires_at)}>${left(one.expires_at)}</span>`}</small>${end}</p>
    <${Share} address=${`${location.origin}/invitation/${one.code}`} label=${t("Copy the link")} /></li>`;
}
