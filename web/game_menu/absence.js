/** My absence: vacations that are announced, what they do, and how to end one. */

import {act, read} from "../api.js";
import {serverNow} from "../connection.js";
import {useDraft} from "../drafts.js";
import {SignIn} from "../parts/frame.js";
import {Heading} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {duration, moment} from "../time.js";
import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {useDoing, useRead} from "./calls.js";

export const style = new URL("./game_menu.css", import.meta.url).href;
export const words = ["game_menu"];

/** @typedef {Api.Schemas["Vacation"]} Vacation */

export default function Absence() {
  const vacations = useRead(() => read("/me/vacations"));
  const games = useRead(() => read("/me/games", {}, {status: "running", page_size: 100}));
  const doer = useDoing(vacations.again);
  if (!username()) {
    return html`<section class="narrow"><${Heading} title=${t("My absence")}>${t("My absence")}<//><p>${t("Sign in to see it.")}</p><${SignIn} /></section>`;
  }
  const running = (games.data?.results ?? []).filter((one) => one.status === "running");
  return html`<section class="narrow absence">
    <${Heading} title=${t("My absence")}>${t("My absence")}<//>
    <p>${t("While you are on vacation, your clock is stopped in every game whose host allows it. You can still play. The players at your tables see the dates.")}</p>
    <${ProblemMessage} problem=${vacations.problem ?? doer.problem} />
    <${Announced} vacations=${vacations.data?.results ?? []} doer=${doer} />
    <${Announce} games=${running} doer=${doer} />
    ${vacations.data && html`<p class="quiet">${tn(vacations.data.allowance.days_a_year, "You have {n} day a year.", "You have {n} days a year.")}${" "}
      ${vacations.data.allowance.years.map((one) => t("Left in {year}: {span}.", {year: one.year, span: duration(one.left)})).join(" ")}</p>`}
  </section>`;
}

/** @typedef {ReturnType<typeof useDoing>} Doer */

/** @param {{vacations: Vacation[], doer: Doer}} props */
function Announced({vacations, doer}) {
  const now = serverNow();
  const ahead = vacations.filter((one) => Date.parse(one.until) > now);
  if (!ahead.length) return html`<p class="quiet">${t("No vacation is announced.")}</p>`;
  /** @param {Vacation} one */
  const end = (one) => void doer.doing(() => act("DELETE", "/me/vacations/{vacation}", {vacation: one.id}), t("Your vacation is over."));
  return html`<h2>${t("Announced")}</h2><ul class="vacations">${ahead.map((one) => {
    const begun = Date.parse(one.from) <= now;
    return html`<li class="panel row" key=${one.id}><span>${t("{from} until {until}", {from: moment(one.from), until: moment(one.until)})}</span>
      <button type="button" class="other" aria-disabled=${doer.busy} onClick=${() => end(one)}>${begun ? t("I am back: end it now") : t("Cancel the game")}</button></li>`;
  })}</ul>`;
}

/** @param {{games: Api.Schemas["MyGame"][], doer: Doer}} props */
function Announce({games, doer}) {
  const [{from, until}, change, drop] = useDraft("vacation", "", {from: "", until: ""});
  const [isSure, setSure] = useState(false);
  const vacation = {...(from ? {from: new Date(from).toISOString()} : {}), until: until && new Date(until).toISOString()};
  /** @param {SubmitEvent} event */
  function submitted(event) {
    event.preventDefault();
    if (until) setSure(true);
  }
  async function announce() {
    if (await doer.doing(() => act("POST", "/me/vacations", {}, vacation), t("Your vacation is announced."))) drop();
    setSure(false);
  }
  if (isSure) return html`<${Consequence} vacation=${vacation} games=${games} announce=${announce} back=${() => setSure(false)} busy=${doer.busy} />`;
  return html`<form class="panel" onSubmit=${submitted}>
    <h2>${t("Announce a vacation")}</h2>
    <p class="row">
      <label>${t("From (left empty: now)")}<input type="datetime-local" name="from" value=${from} onInput=${({currentTarget}) => change({from: currentTarget.value, until})} /></label>
      <label>${t("Until")}<input type="datetime-local" name="until" required value=${until} onInput=${({currentTarget}) => change({from, until: currentTarget.value})} /></label>
    </p>
    <p><button class="main">${t("What would it do?")}</button></p>
  </form>`;
}

/** @param {{vacation: {from?: string, until: string}, games: Api.Schemas["MyGame"][], announce: () => Promise<void>, back: () => void, busy: boolean}} props */
function Consequence({vacation, games, announce, back, busy}) {
  const stopped = games.filter((one) => one.absence.vacations).length;
  const running = games.length - stopped;
  const span = {from: vacation.from ? moment(vacation.from) : t("now"), until: moment(vacation.until)};
  return html`<section class="panel" aria-live="polite">
    <h2>${t("Vacation from {from} until {until}", span)}</h2>
    <ul class="plain-list">
      <li>${tn(stopped, "Your clock is stopped in {n} of your games.", "Your clock is stopped in {n} of your games.")}</li>
      ${running > 0 && html`<li><strong>${tn(running, "In {n} game it runs on, because its host allows no vacations.", "In {n} games it runs on, because their hosts allow no vacations.")}</strong></li>`}
      <li>${t("It counts towards your vacation for this year.")}</li>
    </ul>
    <p class="row"><button type="button" class="main" aria-disabled=${busy} onClick=${() => void announce()}>${t("Announce it")}</button>
      <button type="button" class="other" onClick=${back}>${t("Change it")}</button></p>
  </section>`;
}
