/**
 * The history turn by turn: the newest is shown, and the viewer can go back turn by turn or move by move. The table
 * is drawn as it stood then. The address names the place, so it can be linked, and Back leads out of the past.
 */

import {Lazy} from "../parts/lazy.js";
import {Tip} from "../parts/tips.js";
import {loadStyle} from "../preloads.js";
import {go as toPage} from "../router.js";
import {html, useEffect, useLayoutEffect, useRef, useState} from "../vendor/preact.js";
import {loadWordsOf, t} from "../words.js";
import {addressOf, placeOf, turnOf, turns} from "./reveal.js";

/** @typedef {import("./reveal.js").At} At */

const byMoves = () => import("../replay/moves.js");

/**
 * @param {{events: Api.LoggedEvent[], picture: import("../games/contract.js").Picture,
 *   about: import("../games/contract.js").About, at: At, go: (at: At) => void,
 *   film: {isPlaying: boolean, play: (isPlaying: boolean) => void}}} props
 */
export function History({events, picture, about, at, go, film}) {
  const groups = turns(events);
  if (!groups.length) return html`<${Unbegun} isRead=${events.length > 0} />`;
  const last = groups.length - 1;
  const now = Math.min(at?.turn ?? last, last);
  const whole = groups[now] ?? [];
  const moves = at?.moves ?? null;
  const turn = turnOf(whole);
  const shown = moves === null ? whole : whole.slice(0, moves);
  return html`<section class="panel history" aria-label=${t("What has happened")}>
    <div class="row"><h2>${t("Turn {n}", {n: turn})}</h2><${Turns} at=${at} now=${now} last=${last} go=${go} /></div>
    ${picture.replay && (at ? html`<${Lazy} load=${byMoves} groups=${groups} at=${at} go=${go} ...${film} />` : html`<p class="by-moves"><button type="button" class="plain" onClick=${() => go({turn: now, moves: 1})}>${t("Move by move")}</button></p>`)}
    <${Tip} of="any.history" />
    <div key=${turn} class=${moves === null ? "moment" : "moment by-move"}>${picture.drawEvents(shown, about)}</div>
  </section>`;
}

/** What stands there without a closed turn. Each log has its first event, so one without any is not read yet. @param {{isRead: boolean}} props */
const Unbegun = ({isRead}) => html`<section class="panel history unbegun"><h2>${t("What has happened")}</h2>
  <p class="quiet">${isRead ? t("Nothing yet: the first turn is being played.") : t("Loading …")}</p></section>`;

/** From turn to turn; now is behind the last. @param {{at: At, now: number, last: number, go: (at: At) => void}} props */
function Turns({at, now, last, go}) {
  /** @param {number} to */
  const step = (to) => go(to > last ? null : {turn: Math.max(0, to), moves: null});
  const isNow = at === null;
  const isFirst = !isNow && now === 0;
  return html`<div class="stepper" role="group" aria-label=${t("Go through the turns")}>
    <${Step} sign="«" words=${t("First turn")} off=${isFirst} press=${() => step(0)} />
    <${Step} sign="‹" words=${t("One turn back")} off=${isFirst} press=${() => step(isNow ? last : now - 1)} />
    <${Step} sign="›" words=${t("One turn on")} off=${isNow} press=${() => step(now + 1)} />
    <${Step} sign="»" words=${t("Newest turn")} off=${isNow} press=${() => go(null)} />
  </div>`;
}

/** @param {{sign: string, words: string, off: boolean, press: () => void}} props */
function Step({sign, words, off, press}) {
  return html`<button type="button" class="other" aria-disabled=${off} onClick=${() => off || press()} aria-label=${words}><span aria-hidden="true">${sign}</span></button>`;
}

/** @typedef {import("../games/contract.js").Picture} Picture */
/** @typedef {Awaited<ReturnType<NonNullable<Picture["replay"]>>> & {Past: typeof import("../replay/past_table.js").default, reveal?: import("../games/contract.js").RevealOnTable}} Replay */

/**
 * The place that is looked at, and what draws the table of then, once it is loaded. What is pressed to go on stays
 * where it is in the window: the table of then is at least as high as that of now.
 *
 * @param {Picture | null} picture @param {string} game @param {Api.LoggedEvent[]} events
 */
export function useReplay(picture, game, events) {
  const at = placeOf(location.search, events);
  const isPast = at !== null;
  const [replay, setReplay] = useState(/** @type {Replay | null} */ (null));
  const [height, measure] = useState(0);
  const [isPlaying, play] = useState(false);
  const stood = useRef(/** @type {number | null} */ (null));
  /** Note where the buttons are, before the table changes. */
  const mark = () => void (stood.current = stepper()?.top ?? null);
  useEffect(() => {
    if (!isPast || replay || !picture?.replay) return;
    void Promise.all([picture.replay(), import("../replay/past_table.js"), picture.reveal?.(), loadWordsOf("replay")]).then(async ([found, drawn, reveal]) => {
      await loadStyle(reveal?.style);
      mark();
      setReplay({...found, Past: drawn.default, reveal});
    });
  }, [isPast, picture]);
  /** @param {At} to */
  function go(to) {
    if (!at) measure(document.querySelector("form.table")?.clientHeight ?? 0);
    if (!to) play(false);
    mark();
    // Each step takes the place of the one before, so one Back leads out of the past.
    toPage(addressOf(game, to, events), {instead: isPast && to !== null, stay: true});
  }
  /** From the beginning, with the table in the window. */
  function watch() {
    toPage(addressOf(game, {turn: 0, moves: 1}, events));
    play(true);
  }
  useLayoutEffect(() => {
    const now = stepper()?.top;
    if (stood.current !== null && now !== undefined) window.scrollBy({top: now - stood.current, behavior: "instant"});
    stood.current = null;
    // What was pressed is gone with the table of then.
    if (!isPast && replay && document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(".stepper button"))?.focus({preventScroll: true});
  }, [location.search, replay]);
  return {at, go, isPlaying, play, watch, then: at && replay && {at, replay, height}};
}

/** Where the buttons of the history are in the window. */
const stepper = () => document.querySelector(".history")?.getBoundingClientRect();
