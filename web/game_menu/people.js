/** The players of a table and their bots, with extra time, a pause, and the host's own actions. */

import {act} from "../api.js";
import {useDraft} from "../drafts.js";
import {botName, namesOf, personName} from "../names.js";
import {SeatFace} from "../parts/face.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {ReportButton} from "../parts/report_button.js";
import {duration, left, moment} from "../time.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {useDoing} from "./calls.js";
import {Pause} from "./pause.js";

/** @typedef {import("../table/menu.js").MenuProps} MenuProps */
/** @typedef {Api.Schemas["GameSeat"]} Seat */

/** @param {MenuProps} props */
export default function People({game, refresh}) {
  const doer = useDoing(refresh);
  const isHost = game.host !== null && game.host === username();
  const plays = game.mine !== null && game.seats.every((one) => one.seat !== game.mine?.seat || one.away === null);
  return html`<ul class="people">${game.seats.map((one) => html`<${Entry} key=${one.seat} game=${game} seat=${one} plays=${plays} isHost=${isHost} doer=${doer} />`)}</ul>
    <${ProblemMessage} problem=${doer.problem} />
    <h3>${t("Pause")}</h3>
    <${Pause} game=${game} refresh=${refresh} may=${plays} />
    ${plays && (game.pause?.from || game.vacations.length > 0) && html`<${GoOn} game=${game} doer=${doer} />`}
    <h3>${t("At this table")}</h3>
    <${Terms} game=${game} />
    ${username() && html`<p><${ReportButton} about=${{game: game.id}} name=${t("this table")} /></p>`}
    ${game.mine && html`<p><a class="button" href="/absence">${t("My absence")}</a></p>`}`;
}

/** @typedef {ReturnType<typeof useDoing>} Doer */

/** @param {{game: Api.Schemas["Game"], seat: Seat, plays: boolean, isHost: boolean, doer: Doer}} props */
function Entry({game, seat, plays, isHost, doer}) {
  const names = namesOf(game);
  const asked = game.turn?.asked.find((one) => one.seat === seat.seat && !one.answered);
  const isThere = seat.player !== null && seat.away === null && seat.seat !== game.mine?.seat;
  const give = () => void doer.doing(() => act("POST", "/games/{game}/seats/{seat}/extension", {game: game.id, seat: seat.seat}), t("Extra time is given."));
  return html`<li>
    <p><${SeatFace} game=${game} seat=${seat.seat} size=${36} /> <strong>${names(seat.seat)}</strong> <${Tags} game=${game} seat=${seat} /></p>
    <p class="quiet">${words(seat)} ${asked && `${left(asked.due_at)} (${moment(asked.due_at)})`}</p>
    ${plays && asked && isThere && html`<button type="button" class="other" aria-disabled=${doer.busy} onClick=${give}>${t("Give {name} {span} more", {name: names(seat.seat), span: duration(given(game))})}</button>`}
    ${isHost && seat.away && html`<${Offer} game=${game} seat=${seat} doer=${doer} />`}
  </li>`;
}

/** @param {{game: Api.Schemas["Game"], seat: Seat}} props */
function Tags({game, seat}) {
  const isHost = seat.player !== null && seat.player === game.host;
  return html`${isHost && html`<span class="tag">${t("host")}</span> `}${seat.away && html`<span class="tag">${t("bot plays")}</span>`}`;
}

/** How much time is given: a day, or in a faster game as much as a move has. @param {Api.Schemas["Game"]} game */
function given({clock}) {
  const hours = Number(/^PT(\d+)H$/.exec(clock.per_turn)?.[1] ?? 0);
  return hours > 24 ? "PT24H" : clock.per_turn;
}

/** What a seat's player has been doing. @param {Seat} seat */
function words(seat) {
  const bot = botName(seat.bot ?? "");
  const away = seat.away === "resigned" ? t("has resigned; the {bot} bot plays on", {bot}) : t("is away; the {bot} bot plays", {bot});
  return [
    seat.away && away,
    seat.missed > 0 && tn(seat.missed, "missed {n} move", "missed {n} moves"),
    seat.bank && t("{span} in reserve", {span: duration(seat.bank)}),
    seat.offered_to && t("offered to {name}", {name: personName(seat.offered_to)}),
  ].filter(Boolean).join(" · ");
}

/** The host holds out a seat whose player is away. @param {{game: Api.Schemas["Game"], seat: Seat, doer: Doer}} props */
function Offer({game, seat, doer}) {
  const [player, setPlayer, drop] = useDraft(`offer ${seat.seat}`, game.id, "");
  const where = {game: game.id, seat: seat.seat};
  const back = () => void doer.doing(() => act("DELETE", "/games/{game}/seats/{seat}/offer", where), t("The offer is withdrawn."));
  async function offer() {
    const body = {player: player.trim()};
    if (body.player && (await doer.doing(() => act("PUT", "/games/{game}/seats/{seat}/offer", where, body), t("Offered.")))) drop();
  }
  if (seat.offered_to) return html`<button type="button" class="other" onClick=${back}>${t("Withdraw the offer")}</button>`;
  return html`<p class="row"><label>${t("Offer the seat to")} <input autocomplete="off" autocapitalize="none" maxlength=${30} value=${player}
      onInput=${({currentTarget}) => setPlayer(currentTarget.value)} /></label>
    <button type="button" class="other" aria-disabled=${!player.trim()} onClick=${offer}>${t("Offer")}</button></p>`;
}

/** @param {{game: Api.Schemas["Game"], doer: Doer}} props */
function GoOn({game, doer}) {
  const vote = () => void doer.doing(() => act("POST", "/games/{game}/resume-votes", {game: game.id}), t("You have voted to continue."));
  return html`<p class="quiet">${t("If a pause or a vacation holds up a move for longer than the time for one move, more than half of the players who are present can vote to continue.")}</p>
    <p><button type="button" class="other" aria-disabled=${doer.busy} onClick=${vote}>${t("Vote to continue")}</button></p>`;
}

/** @param {{game: Api.Schemas["Game"]}} props */
function Terms({game}) {
  const {clock, absence} = game;
  return html`<ul class="plain-list">
    <li>${t("{span} for each move", {span: duration(clock.per_turn)})}${clock.bank && html`, ${t("{span} in reserve", {span: duration(clock.bank)})}`}</li>
    <li>${tn(absence.bot_after, "After {n} missed move in a row a bot stands in.", "After {n} missed moves in a row a bot stands in.")}</li>
    <li>${absence.vacations ? t("A vacation stops the player's own clock.") : t("Vacations do not stop the clock here.")}</li>
    <li>${t("Pauses and vacations together hold the game up for {span} at most.", {span: duration(absence.most_stopped)})}</li>
  </ul>`;
}
