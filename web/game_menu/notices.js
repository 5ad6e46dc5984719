/** Notices above a table: offers, pauses, vacations, and what happened while the player was away. */

import {act} from "../api.js";
import {usePicture} from "../games/index.js";
import {namesOf} from "../names.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {moment} from "../time.js";
import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {useDoing} from "./calls.js";
import {putAway} from "./news.js";
import {closingOf, usePastActionWords} from "./past_action_words.js";
import {Pause} from "./pause.js";

export const style = new URL("./game_menu.css", import.meta.url).href;
export const words = ["game_menu"];

/** @typedef {import("../table/menu.js").Props} Props */

/** @param {Props} props */
export default function Notices(props) {
  const {game, news} = props;
  const me = username();
  const mine = game.seats.find((one) => me !== null && one.player === me);
  const offered = game.seats.find((one) => me !== null && one.offered_to === me);
  const runs = game.status === "running";
  return html`<div class="notices" role="region" aria-label=${t("News")}>
    ${runs && mine?.away && html`<${Away} ...${props} away=${mine.away} />`}
    ${offered && html`<${Offered} ...${props} seat=${offered.seat} />`}
    ${runs && game.pause && html`<div class="panel notice"><${Pause} game=${game} refresh=${props.refresh} may=${Boolean(mine)} /></div>`}
    ${runs && game.vacations.map((one) => html`<${OnVacation} key=${`${one.seat} ${one.from}`} game=${game} one=${one} />`)}
    ${news.order && html`<${Order} ...${props} event=${news.order} />`}
  </div>`;
}

/** @param {Props & {away: string}} props */
function Away({game, refresh, away}) {
  const {problem, busy, doing} = useDoing(refresh);
  const back = () => void doing(() => act("POST", "/games/{game}/reclaim", {game: game.id}), t("You have your seat again."));
  if (away === "resigned") return html`<p class="panel notice">${t("You have resigned. A bot plays on in your seat.")}</p>`;
  return html`<div class="panel notice">
    <p><strong>${t("A bot is playing for you because you were away.")}</strong> ${t("Take your seat back, and the next move is yours.")}</p>
    <${ProblemMessage} problem=${problem} />
    <button type="button" class="main" aria-disabled=${busy} onClick=${back}>${t("Take my seat back")}</button>
  </div>`;
}

/** @param {Props & {seat: number}} props */
function Offered({game, refresh, seat}) {
  const {problem, busy, doing} = useDoing(refresh);
  const where = {game: game.id, seat};
  const take = () => void doing(() => act("POST", "/games/{game}/seats/{seat}/accept", where), t("The seat is yours."));
  const decline = () => void doing(() => act("POST", "/games/{game}/seats/{seat}/decline", where), t("Declined."));
  return html`<div class="panel notice">
    <p><strong>${t("The host offers you {seat} in this game.", {seat: t("seat {n}", {n: seat + 1})})}</strong> ${t("You take over its points and everything that belongs to it.")}</p>
    <${ProblemMessage} problem=${problem} />
    <p class="row"><button type="button" class="main" aria-disabled=${busy} onClick=${take}>${t("Take the seat")}</button>
      <button type="button" class="other" aria-disabled=${busy} onClick=${decline}>${t("No, thank you")}</button></p>
  </div>`;
}

/** @param {{game: Api.Schemas["Game"], one: Api.Schemas["SeatVacation"]}} props */
function OnVacation({game, one}) {
  const names = namesOf(game);
  const words = {name: names(one.seat), from: moment(one.from), until: moment(one.until)};
  const isMine = one.seat === game.mine?.seat;
  return html`<p class="panel notice">${isMine
    ? html`${t("You are on vacation from {from} until {until}. Your clock is stopped.", words)} <a href="/absence">${t("My absence")}</a>`
    : t("{name} is on vacation from {from} until {until}. Their clock is stopped.", words)}</p>`;
}

/** What the standing order has come to. @param {Props & {event: Api.LoggedEvent}} props */
function Order({game, events, event}) {
  const {turn, seat, action} = event.data;
  const wordsThen = usePastActionWords(usePicture(game.ruleset), game, events, seat);
  const [isAway, setAway] = useState(0);
  // The feed may be quicker than the log, which says how the table stood.
  if (!wordsThen || closingOf(events, turn) < 0 || isAway === event.number) return null;
  const words = {turn, action: wordsThen(action, turn)};
  const used = event.type === "order_followed";
  /** @type {{pointer: string, detail: string}[]} */
  const skipped = event.data.skipped ?? [];
  function seen() {
    putAway(game.id, event);
    setAway(event.number);
  }
  return html`<div class="panel notice order-news">
    <p><strong>${used ? t("Your standing order played for you in turn {turn}: {action}.", words) : t("Nothing in your standing order fitted in turn {turn}. The server played: {action}.", words)}</strong></p>
    ${skipped.length > 0 && html`<details><summary>${t("What did not fit")}</summary>
      <ul>${skipped.map((one) => html`<li>${placeWords(one.pointer)} ${one.detail}</li>`)}</ul></details>`}
    <button type="button" class="other" onClick=${seen}>${t("Good to know")}</button>
  </div>`;
}

/** Which entry a pointer names: its number, counted from 1. @param {string} pointer */
function placeWords(pointer) {
  const n = /\/(\d+)$/.exec(pointer)?.[1];
  return n === undefined ? "" : t("Number {n}:", {n: Number(n) + 1});
}
