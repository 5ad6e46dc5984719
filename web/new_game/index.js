/**
 * Opening a table, in steps. Each step has a good default and says it in words, so the button at the end is enough.
 */

import {act, read} from "../api.js";
import {useDraft} from "../drafts.js";
import {absenceWords, clockWords, companyWords, sentence} from "../lobby/terms.js";
import {optionWords} from "../lobby/variants.js";
import {botName, gameName} from "../names.js";
import {Elsewhere} from "../parts/field.js";
import {SignIn} from "../parts/frame.js";
import {Heading} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {go} from "../router.js";
import {playAsGuest} from "../sign_in.js";
import {username} from "../token.js";
import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {listed, t, tn} from "../words.js";
import {Away, Company, Pace, Size, Step, Time, Which, Who} from "./fields.js";
import {FRIENDS_SETTINGS, DEFAULT_SETTINGS, absenceOf, clockOf, fitSettings, keepLastSettings, lastSettings, gameRequest} from "./game_settings.js";

export const style = new URL("./new_game.css", import.meta.url).href;
export const words = ["new_game", "lobby"];

/** @typedef {import("./game_settings.js").GameSettings} GameSettings */
/** @typedef {import("../api.js").Problem | null} Problem */

/** What a refusal can be about, and has a field of its own. */
const PLACES = ["/ruleset", "/options", "/seat_count", "/bots", "/clock", "/absence"];

export default function Open() {
  const [rulesets, setRulesets] = useState(/** @type {Api.Schemas["Ruleset"][]} */ ([]));
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  useEffect(() => {
    void read("/rulesets").then((result) => (result.ok ? setRulesets(result.data.results) : setProblem(result.problem)));
  }, []);
  return html`<section class="open">
    ${rulesets.length > 0 ? html`<${Steps} key=${location.search} rulesets=${rulesets} />` : html`<${Heading} title=${t("Open a table")}>${t("Open a table")}<//><${ProblemMessage} problem=${problem} />`}
  </section>`;
}

/** @param {{rulesets: Api.Schemas["Ruleset"][]}} props */
function Steps({rulesets}) {
  const asked = new URLSearchParams(location.search);
  const isForFriends = asked.get("with") === "friends";
  const invited = asked.get("invite");
  const good = isForFriends ? FRIENDS_SETTINGS : DEFAULT_SETTINGS;
  // Of its own, so that neither kind of table is seen as the other one was to be.
  const [draft, keepDraft, drop] = useDraft(isForFriends ? "table for friends" : "table", "", good);
  const [settings, setWish] = useState(() => fitSettings({...good, ...draft, ruleset: asked.get("ruleset") ?? draft.ruleset}, rulesets));
  const first = useRef(settings);
  useEffect(() => {
    if (settings !== first.current) keepDraft(settings);
  }, [settings]);
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  const chosen = /** @type {Api.Schemas["Ruleset"]} */ (rulesets.find((one) => one.id === settings.ruleset));
  const isBusy = useRef(false);
  /** @param {Partial<GameSettings>} more */
  const change = (more) => setWish((before) => fitSettings({...before, ...more}, rulesets));
  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    const result = await openTable(settings);
    isBusy.current = false;
    if (!result.ok) return setProblem(result.problem);
    keepLastSettings(username() ?? "", settings);
    drop();
    // If that is refused, the table's own page is where to try again.
    if (invited) await act("POST", "/games/{game}/invitations", {game: result.data.id}, {player: invited});
    go(`/game/${result.data.id}`);
  }
  const about = {settings, change, problem};
  const words = wordsOf(settings, chosen);
  const size = html`<${Size} chosen=${chosen} ...${about} />`;
  const pace = html`<${Pace} ...${about} />`;
  const steps = html`
    <${Step} title=${t("1. The game")} words=${words.which} isOpen=${!isForFriends}><${Which} rulesets=${rulesets} chosen=${chosen} ...${about} /><//>
    <${Step} title=${t("2. Who plays")} words=${words.who} isOpen=${!isForFriends}>${!isForFriends && size}<${Who} chosen=${chosen} ...${about} /><//>
    <${Step} title=${t("3. Time")} words=${words.time}>${!isForFriends && pace}<${Time} ...${about} /><//>
    <${Step} title=${t("4. Watching and messages")} words=${words.company}><${Company} ...${about} /><//>
    <${Step} title=${t("5. If a player is away")} words=${words.away}><${Away} ...${about} /><//>`;
  const end = html`<${Elsewhere} problem=${problem} places=${PLACES} />
    <p><button class="main">${isForFriends ? t("Get the link") : t("Open the table")}</button></p>
    ${!username() && html`<p class="quiet">${t("You open it as a guest: you can reach your seat only from this browser.")}</p><${SignIn} />`}`;
  const title = isForFriends ? t("{game} with friends", {game: chosen.name}) : t("Open a table");
  return html`<${Heading} title=${title}>${title}<//><form class=${isForFriends ? "steps brief" : "steps"} onSubmit=${send} novalidate>
    <${LastTime} rulesets=${rulesets} again=${(/** @type {GameSettings} */ last) => change({...last, hidden: last.hidden || isForFriends})} />
    ${isForFriends
      ? html`<section class="panel summary">${size}${pace}${end}</section><details class="more"><summary>${t("More settings")}</summary>${steps}</details>`
      : html`<div class="steps">${steps}</div><section class="panel summary" aria-labelledby="summary"><h2 id="summary">${t("Your table")}</h2>
        <ul>${Object.values(words).map((one) => html`<li>${one}</li>`)}${invited && html`<li>${t("{name} is invited.", {name: invited})}</li>`}</ul>${end}</section>`}
  </form>`;
}

/** The table before, to be opened once more. @param {{rulesets: Api.Schemas["Ruleset"][], again: (last: GameSettings) => void}} props */
function LastTime({rulesets, again}) {
  const last = lastSettings(username() ?? "");
  return last && html`<p class="panel again">${t("Last time:")} ${gameWords(last, rulesets)}
    <button type="button" class="other" onClick=${() => again(last)}>${t("As last time")}</button></p>`;
}

/** Open it, as a guest if nobody is signed in. @param {GameSettings} settings */
async function openTable(settings) {
  const came = username() ? null : await playAsGuest();
  return came && !came.ok ? came : act("POST", "/games", {}, gameRequest(settings));
}

/** What is chosen in each step. @param {GameSettings} settings @param {Api.Schemas["Ruleset"]} chosen */
function wordsOf(settings, chosen) {
  const start = settings.byHost ? t("you start the game") : t("the game starts when all seats are taken");
  const away = absenceOf(settings);
  return {
    which: gameWords(settings, [chosen]),
    who: sentence([seatWords(settings), start]),
    time: sentence(clockWords(clockOf(settings))),
    company: sentence(companyWords({private: settings.hidden, chat: settings.chat, bot_accounts: settings.botAccounts})),
    away: sentence(absenceWords(away)),
  };
}

/** @param {GameSettings} settings @param {Api.Schemas["Ruleset"][]} rulesets */
function gameWords(settings, rulesets) {
  const ruleset = rulesets.find((one) => one.id === settings.ruleset);
  const usual = Object.entries(/** @type {any} */ (ruleset?.options)?.properties ?? {}).map(([name, one]) => [name, /** @type {any} */ (one).default]);
  const all = {...Object.fromEntries(usual), ...settings.options};
  return `${[ruleset?.name ?? gameName(settings.ruleset), ...optionWords(all, ruleset?.options)].join(", ")}.`;
}

/** @param {GameSettings} settings */
function seatWords(settings) {
  const people = settings.others.filter((one) => !one).length;
  const bots = settings.others.filter(Boolean).map((bot) => t("{name} bot", {name: botName(bot)}));
  return listed([t("you"), ...(people ? [tn(people, "{n} more person", "{n} more people")] : []), ...bots]);
}
