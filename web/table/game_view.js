/** A game that runs or is over: its picture, the player's question, and its history. */

import {usePicture} from "../games/index.js";
import {namesOf} from "../names.js";
import {SignIn} from "../parts/frame.js";
import {Lazy} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {Tip, TipSlot} from "../parts/tips.js";
import {go as toPage} from "../router.js";
import {left, moment, urgent} from "../time.js";
import {lostPlayer, username} from "../token.js";
import {html, useEffect, useReducer, useRef, useState} from "../vendor/preact.js";
import {nextGame} from "../waiting.js";
import {listed, t} from "../words.js";
import {useAnswer} from "./answer.js";
import {History, useReplay} from "./history.js";
import {useReveal} from "./reveal.js";

/** @typedef {import("../games/contract.js").Picture} Picture */
/** @typedef {import("../games/contract.js").Action} Action */

const podium = () => import("../endings/podium.js");
const curtain = () => import("../endings/curtain.js");

/**
 * @param {{game: Api.Schemas["Game"], events: Api.LoggedEvent[], refresh: () => Promise<void>,
 *   seen: import("../live_game.js").LiveGame["seen"], news: import("./menu.js").News, showStage: (stage: number | null) => void}} props
 * `showStage` hears which stage the table shows: while its last turn is revealed, that is not the next one yet.
 */
export function GameView({game: newest, events: known, refresh, seen, news, showStage}) {
  const isNews = useRef(newest.result === null);
  const player = seen?.player ?? username();
  const picture = usePicture(newest.ruleset);
  const reveal = useReveal(picture, {game: newest, events: known});
  const {game, events} = reveal.shown;
  useEffect(() => showStage(game.stage), [game.stage]);
  const answer = useAnswer(game, refresh, player);
  const [pointed, point] = useState(/** @type {Action | null} */ (null));
  const {at, go, then, watch, ...film} = useReplay(picture, game.id, events);
  const isChosen = answer.choice !== null;
  useEffect(() => {
    if (isChosen && reveal.isStill) reveal.end();
  }, [isChosen, reveal.isStill]);
  // Who comes back from looking back knows it.
  if (then) isNews.current = false;
  if (!picture) return html`<p class="to-come">${t("Loading …")}</p>`;
  const about = {game, names: namesOf(game), chosen: answer.choice, sealed: answer.sealed, events, pointed, point, play, frame: reveal.kind, overlay: reveal.overlay};
  /** @param {Action} action */
  function play(action) {
    answer.seal(picture?.actionWords(action, game.table, about) ?? "", undefined, action);
  }
  const history = html`<${History} key="history" events=${events} picture=${picture} about=${about} at=${at} go=${go} film=${film} />`;
  // Once the game is over, how it ended stands above the table, unless one looks back.
  const isAbove = game.result !== null && !then;
  return html`
    ${then ? html`<${then.replay.Past} ...${then} picture=${picture} about=${about} back=${() => go(null)} />` : html`<${Ending} game=${game} picture=${picture} isNews=${isNews.current} news=${news} watchAgain=${watch} />`}
    ${reveal.curtain && html`<${Lazy} load=${curtain} picture=${picture} ...${reveal.curtain} />`}
    ${isAbove && history}
    <${Open} picture=${picture} about=${about} answer=${answer} reveal=${reveal} isHidden=${then !== null} player=${player} />
    ${!isAbove && history}
  `;
}

/**
 * The table of now, and the question.
 *
 * @param {{picture: Picture, about: import("../games/contract.js").About, answer: ReturnType<typeof useAnswer>,
 *   reveal: ReturnType<typeof useReveal>, isHidden: boolean, player: string | null}} props
 */
function Open({picture, about, answer, reveal, isHidden, player}) {
  const {game} = about;
  const words = wordsFor(answer.choice, picture, about);
  const isHeld = reveal.isRunning || reveal.curtain !== null;
  /** @param {SubmitEvent} event */
  function submitted(event) {
    event.preventDefault();
    const next = event.submitter?.matches("[name=next]") && nextGame(game.id);
    answer.seal(words ?? "", () => void (next && toPage(`/game/${next}`)));
  }
  return html`<form class="table" data-turn=${game.turn?.number ?? 0} data-frame=${reveal.kind} style=${reveal.style} onSubmit=${submitted} hidden=${isHidden}>
    <div class="row above-table">${isHeld ? html`<p class="status">${t("Turn {n} is revealed.", {n: reveal.turn})}</p>` : html`<${Status} game=${game} names=${about.names} />`}<${Again} again=${reveal.again} since=${reveal.since} /></div>
    ${!game.result && html`<${TipSlot} />`}
    ${picture.draw(reveal.table ?? game.table, game.mine, answer.choose, about)}
    ${isHeld ? html`<div class="dock"><div class="seal-bar"><button type="button" class="other" onClick=${reveal.end}>${t("Skip")}</button></div></div>` : html`<${Dock} game=${game} answer=${answer} words=${words} picture=${picture} about=${about} />`}
    ${picture.drawBelow?.(reveal.table ?? game.table, about)}
    <${Watching} player=${player} />
  </form>`;
}

/** @param {{game: Api.Schemas["Game"], picture: Picture, isNews: boolean, news: import("./menu.js").News, watchAgain: () => void}} props */
const Ending = ({watchAgain, ...of}) =>
  of.game.result && html`<${Lazy} load=${podium} isFirst=${!of.isNews} ...${of} result=${of.game.result} watchAgain=${of.picture.replay ? watchAgain : null} />`;

/** What is said of the answer, and the bar. @param {{game: Api.Schemas["Game"], answer: ReturnType<typeof useAnswer>, words: string | null, picture: Picture, about: import("../games/contract.js").About}} props */
function Dock({game, answer, words, picture, about}) {
  const {choice, sealed} = answer;
  const isOnTable = picture.isPlayedOnTable && isAlone(game) && !sealed && (game.mine?.legal_actions.length ?? 0) > 0;
  return html`<div class="dock">
    <${SealTip} game=${game} choice=${choice} />
    <${Missed} turn=${answer.missed} />
    <${ProblemMessage} problem=${answer.problem} />
    ${isOnTable || html`<${SealBar} game=${game} choice=${choice} sealed=${sealed} busy=${answer.busy} takeBack=${answer.takeBack}
      words=${words} consequence=${!sealed && choice && picture.consequence?.(choice, game.table, about)} isUnsent=${answer.isUnsent} buttonWord=${buttonWordFor(game, picture, choice)} />`}
  </div>`;
}

/** @param {{again: (() => void) | null, since: ReturnType<NonNullable<Picture["movesSince"]>>}} props `since`: what has happened since the player's own move */
const Again = ({again, since}) =>
  again && html`<button type="button" class="plain" onClick=${again}>${since ? html`${since.words}<span class="unseen"> ${t("Show them")}</span>` : html`${t("Again")}<span class="unseen"> ${t("Show how the last turn was revealed")}</span>`}</button>`;

/** The players who are to move, and their deadline. @param {{game: Api.Schemas["Game"], names: import("../names.js").Names}} props */
function Status({game, names}) {
  const [, tick] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => tick(0), 10_000);
    return () => clearInterval(timer);
  }, []);
  const {turn, mine} = game;
  if (!turn) return null;
  const open = turn.asked.filter((one) => !one.answered).map((one) => one.seat);
  const mineOpen = mine !== null && open.includes(mine.seat);
  const others = open.filter((seat) => seat !== mine?.seat);
  const due = mineOpen ? mine.due_at : turn.due_at;
  return html`<p class=${mineOpen ? "status asked" : "status"}>
    <span>${mineOpen ? html`<strong>${t("Your move.")}</strong>` : t("Waiting for {names}.", {names: listed(others.map(names))})}</span>
    ${due && html` <span class=${urgent(due) ? "due urgent" : "due"} title=${moment(due)}>${left(due)}</span>`}
  </p>`;
}

/** What stands in the bar. @param {Action | null} choice @param {Picture} picture @param {import("../games/contract.js").About} about */
const wordsFor = (choice, picture, about) => (choice ? picture.actionWords(choice, about.game.table, about) : (picture.prompt?.() ?? null));

/** Whether one player is asked alone, whose move is played at once. @param {Api.Schemas["Game"]} game */
const isAlone = (game) => game.turn?.asked.length === 1;

/** What the button says. @param {Api.Schemas["Game"]} game @param {Picture} picture @param {Action | null} choice */
const buttonWordFor = (game, picture, choice) => (isAlone(game) ? (choice && picture.buttonWord?.(choice)) || t("Play") : t("Seal"));

/** What sealing means. @param {{game: Api.Schemas["Game"], choice: Action | null}} props */
const SealTip = ({game, choice}) => choice && html`<${Tip} of=${isAlone(game) ? "any.alone" : "any.seal"} />`;

/** @param {{turn: number | null}} props */
const Missed = ({turn}) =>
  turn === null
    ? null
    : html`<p class="notice late" role="status">${t("Turn {n} closed before you sealed your move, so the server played for you.", {n: turn})}</p>`;

/** A notice for spectators; a player whose token is lost gets another one. @param {{player: string | null}} props */
const Watching = ({player}) =>
  player || lostPlayer() ? null : html`<div class="panel"><p>${t("You are watching. If you play at this table, sign in.")}</p><${SignIn} /></div>`;

/**
 * The bar with the chosen action and the button that seals or plays it, or the sealed action and its way back.
 *
 * @param {{game: Api.Schemas["Game"], choice: unknown, sealed: unknown, busy: boolean, words: string | null,
 *   consequence?: string | null | false, isUnsent: boolean, buttonWord: string, takeBack: () => void}} props `buttonWord`: what the button says
 */
export function SealBar({game, choice, sealed, busy, words, consequence, isUnsent, buttonWord, takeBack}) {
  const legal = game.mine?.legal_actions ?? [];
  const next = nextGame(game.id);
  const following = next && html`<a class="button" href=${`/game/${next}`}>${t("Next game")}</a>`;
  // Once the game is over, it stands beside the result.
  if (!legal.length && !sealed) return following && !game.result ? html`<div class="seal-bar aside">${following}</div>` : null;
  return html`<div class=${sealed ? "seal-bar sealed" : "seal-bar"}>
    <div class="said"><${Chosen} sealed=${Boolean(sealed)} words=${words} isUnsent=${isUnsent} />
      ${consequence && html`<p class="after quiet">${consequence}</p>`}</div>
    ${sealed
      ? html`<button type="button" class="other" onClick=${takeBack} aria-disabled=${busy}>${t("Take back")}</button>${following}`
      : html`<${Seal} off=${!choice || busy} buttonWord=${buttonWord} next=${next} />`}
  </div>`;
}

/** @param {{sealed: boolean, words: string | null, isUnsent: boolean}} props */
function Chosen({sealed, words, isUnsent}) {
  const seal = html`<span class="seal" aria-hidden="true"></span>`;
  return html`<p class="choice">${sealed ? html`${seal}${inWords(words, isUnsent)}` : (words ?? t("Nothing chosen yet."))}</p>`;
}

/** @param {string | null} action @param {boolean} isUnsent */
const inWords = (action, isUnsent) =>
  isUnsent
    ? t("Kept on this device: {action}.", {action})
    : t("Sealed: {action}", {action});

/** @param {{off: boolean, buttonWord: string, next: string | null}} props */
const Seal = ({off, buttonWord, next}) => html`<button class="main" aria-disabled=${off}>${buttonWord}</button>
  ${next && html`<button class="other" name="next" aria-disabled=${off}>${t("{verb} and next", {verb: buttonWord})}</button>`}`;
