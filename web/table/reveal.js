/** Turns that have closed are revealed on the table before the next question is there, and once more when one asks for it. */

import {loadStyle} from "../preloads.js";
import {device} from "../storage.js";
import {useEffect, useRef, useState} from "../vendor/preact.js";

/** @typedef {import("../games/contract.js").Picture} Picture */
/** @typedef {import("../games/contract.js").Frame} Frame */
/** @typedef {{game: Api.Schemas["Game"], events: Api.LoggedEvent[]}} Known */
/** @typedef {{turn: number, frames: Frame[], at: number, pace: number, overlay: import("../games/contract.js").RevealOnTable["overlay"]}} Playing */

const KEPT = "tide-reveals";
const SLOW_REVEALS = 9;
/** Milliseconds that a question waits for what it takes to reveal the turn before it. */
const LONGEST_WAIT = 2000;
/** Milliseconds in which all that has happened is shown, as far as a third of the time shows it. */
const LONGEST_REVEAL = 8000;
/** Frames that wait at most: a spectator of fast players sees the newest turn. */
const MAX_WAITING_FRAMES = 80;
const NO_SKIP = ["Tab", "Shift", "Control", "Alt", "Meta"];

/** How long frames last, as a part of their time: from the tenth reveal on this device half of it. @param {number} seen how many were seen */
export const paceAfter = (seen) => (seen < SLOW_REVEALS ? 1 : 0.5);

/** The pace at which a question need not wait too long for what is shown before it. @param {{ms: number}[]} frames @param {number} pace */
export const hurried = (frames, pace) => Math.max(0.3, Math.min(pace, LONGEST_REVEAL / frames.reduce((sum, {ms}) => sum + ms, 1)));

/** The turn that was open and has closed since, as far as the game or its log tell. @param {Known} before @param {Known} now */
export function closedSince(before, {game, events}) {
  const open = before.game.turn?.number;
  if (!open || before.game.id !== game.id) return null;
  const isClosed = game.turn?.number !== open || turns(events).some((group) => turnOf(group) === open);
  return isClosed ? open : null;
}

/**
 * What the log says of a closed turn and of those after it: what was before it, and all that followed until the open
 * question or the end of the game. Null while something of it is missing.
 *
 * @param {Known} known @param {number} turn
 */
export function closedTurn({game, events}, turn) {
  const all = turns(events);
  const at = all.findIndex((group) => turnOf(group) === turn);
  const last = all.at(-1);
  if (at < 0 || !last || events[0]?.number !== 1) return null;
  const isWhole = last.some(({type}) => type === "turn_opened") || (!game.turn && (events.at(-1)?.number ?? 0) >= game.log.events);
  return isWhole ? {before: upTo(events, {turn: at, moves: 0}), group: all.slice(at).flat(), last: turnOf(last)} : null;
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether a stage has ended with this turn or since, and another follows: by the log or, before that is here, by the game. @param {Known} before @param {Known} now @param {number} turn */
export function endsStage(before, now, turn) {
  if (!now.game.turn) return false;
  const found = closedTurn(now, turn);
  return found ? endOf(found.group).length > 0 : before.game.stage !== now.game.stage;
}

/** Of these events those of the turn that has ended a stage last. @param {Api.LoggedEvent[]} events */
const endOf = (events) => turns(events).findLast((group) => group.some((one) => one.type === "stage_ended")) ?? [];

/**
 * The turn whose outcome is held back, and whether it ends in a curtain.
 *
 * @param {Picture | null} picture @param {Known} before @param {Known} now @param {number} done the turn that is revealed already
 */
function heldTurn(picture, before, now, done) {
  const closed = picture?.reveal ? closedSince(before, now) : null;
  const falls = closed !== null && Boolean(picture?.hasCurtain) && endsStage(before, now, closed);
  return {held: closed === done || document.hidden || (isCalm() && !falls) ? null : closed, falls};
}

/** Give up on a turn that cannot be revealed in time. @param {number | null} turn @param {(turn: number) => void} miss */
function useLate(turn, miss) {
  useEffect(() => {
    if (turn === null) return;
    const timer = setTimeout(() => miss(turn), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [turn]);
}

/**
 * What is to be shown: what is known, or what was known before a turn closed, until that is revealed and, where it has
 * ended a stage, until the player goes on.
 *
 * @param {Picture | null} picture @param {Known} now
 */
export function useReveal(picture, now) {
  const [done, setDone] = useState(0);
  const [curtain, setCurtain] = useState(/** @type {number | null} */ (null));
  const last = useRef(now);
  /** The turn whose reveal came too late. */
  const late = useRef(0);
  const {held, falls} = heldTurn(picture, last.current, now, done);
  const shown = held === null ? now : last.current;
  last.current = shown;
  /** Gives whether the last frame stays, below the curtain. */
  function ended() {
    if (held === null) return false;
    if (falls) setCurtain(held);
    else setDone(held);
    return falls;
  }
  const {playing, start, replay, end} = useFrames(ended, curtain !== null);
  const newest = turns(now.events).at(-1);
  const turn = newest ? turnOf(newest) : 0;
  const isWhole = closedTurn(now, turn) !== null;
  const since = sinceOf(picture, now);
  /** @param {number} from the first turn to be revealed @param {(found: Playing) => void} [go] */
  async function play(from, go = start) {
    // A still picture shows all since the own move at once.
    const first = isCalm() ? Math.min(from, since?.turn ?? from) : from;
    const found = await loadFrames(picture, now, first, last.current.game.table).catch(() => null);
    if (found && late.current !== turn) go(found);
  }
  useNews(turn, isWhole, now.events.length > 0, async (from) => void (isCalm() && falls ? ended() : await play(from)));
  useLate(curtain === null && !playing ? held : null, (missed) => setDone((late.current = missed)));
  /** The reveal that is asked for is never too late. */
  function again() {
    late.current = 0;
    void play(since?.turn ?? turn, replay);
  }
  /** Let the next question come. */
  function next() {
    setDone(curtain ?? 0);
    setCurtain(null);
    replay(null);
  }
  useSkip(curtain !== null, next);
  const fallen = curtain === null ? null : {game: now.game, events: endOf(closedTurn(now, curtain)?.group ?? []), next};
  return {shown, ...looks(playing), end, curtain: fallen, again: held === null && canRepeat(picture, playing) && isWhole ? again : null, since};
}

/** @param {Picture | null} picture @param {Known} now */
const sinceOf = (picture, {events, game}) => picture?.movesSince?.(events, game) ?? null;

/** @param {Picture | null} picture @param {Playing | null} playing */
const canRepeat = (picture, playing) => picture?.reveal && (!playing || looks(playing).isStill);

/** What a table in a reveal looks like. @param {Playing | null} playing */
function looks(playing) {
  const frame = playing?.frames[playing.at];
  if (!playing || !frame) return {isStill: false, isRunning: false, turn: 0};
  const isStill = frame.kind === "still";
  return {
    isStill,
    isRunning: !isStill,
    kind: frame.kind,
    /** A still picture lies over the table of now. */
    table: isStill ? undefined : frame.table,
    turn: playing.turn,
    style: `--pace: ${playing.pace}`,
    overlay: (/** @type {number | string} */ place, /** @type {import("../games/contract.js").About | undefined} */ about) => playing.overlay(frame, place, about),
  };
}

/** Play a turn once it has closed; what had closed when the log was read is no news. @param {number} turn @param {boolean} isWhole @param {boolean} isRead @param {(from: number) => Promise<void>} play */
function useNews(turn, isWhole, isRead, play) {
  const known = useRef(/** @type {number | null} */ (null));
  useEffect(() => {
    known.current ??= isRead ? turn : null;
    if (!isWhole || known.current === turn) return;
    const from = known.current === null ? turn : known.current + 1;
    known.current = turn;
    if (!document.hidden) void play(from);
  }, [turn, isWhole, isRead]);
}

/** Frames that follow each other, until the last one is over or all are skipped. @param {() => boolean} ended @param {boolean} isOver whether the last one stays for now */
function useFrames(ended, isOver) {
  const [playing, setPlaying] = useState(/** @type {Playing | null} */ (null));
  const latest = useRef(playing);
  latest.current = playing;
  const current = playing?.frames[playing.at];
  /** What comes while frames follow each other waits its turn. @param {Playing} found */
  function start(found) {
    setPlaying((now) => {
      const isRunning = now && now.frames[now.at]?.kind !== "still" && found.frames[0]?.kind !== "still";
      const waiting = isRunning ? now.frames.slice(now.at) : [];
      const kept = waiting.length > MAX_WAITING_FRAMES ? [] : waiting;
      const frames = [...kept, ...found.frames];
      return {...found, frames, at: 0, pace: hurried(frames, found.pace)};
    });
  }
  function end() {
    if (!ended()) setPlaying(null);
  }
  const atEnd = useRef(end);
  atEnd.current = end;
  useEffect(() => {
    if (!playing || !current || current.kind === "still") return;
    const timer = setTimeout(() => {
      const now = latest.current;
      if (now && now.at + 1 < now.frames.length) setPlaying({...now, at: now.at + 1});
      else atEnd.current();
    }, current.ms * playing.pace);
    return () => clearTimeout(timer);
  }, [current]);
  useSkip(!isOver && current !== undefined && current.kind !== "still", end);
  return {playing, start, replay: setPlaying, end};
}

/** A key or a tap skips what is shown; what is pressed in a dialog does not. @param {boolean} isOn @param {() => void} skip */
function useSkip(isOn, skip) {
  const now = useRef(skip);
  now.current = skip;
  useEffect(() => {
    if (!isOn) return;
    const pressed = (/** @type {Event} */ event) => {
      const isOther = event instanceof KeyboardEvent && NO_SKIP.includes(event.key);
      if (!isOther && !(event.target instanceof Element && event.target.closest("dialog"))) now.current();
    };
    document.addEventListener("keydown", pressed);
    document.addEventListener("click", pressed);
    return () => {
      document.removeEventListener("keydown", pressed);
      document.removeEventListener("click", pressed);
    };
  }, [isOn]);
}

/** Load what reveals turns, and make their frames; null where there are none. @param {Picture | null} picture @param {Known} now @param {number} from @param {any} shown the table that is shown @returns {Promise<Playing | null>} */
async function loadFrames(picture, now, from, shown) {
  const found = closedTurn(now, from);
  if (!picture?.reveal || !picture.replay || !found) return null;
  const [{framesOf, stillOf, overlay, style}, {tableAt}] = await Promise.all([picture.reveal(), picture.replay()]);
  await loadStyle(style);
  const frames = framesOf(tableAt(found.before, now.game, now.events), found.group, shown);
  if (!frames.length) return null;
  const seen = Number(device.read(KEPT));
  if (!isCalm()) device.write(KEPT, String(seen + 1));
  return {turn: found.last, frames: isCalm() ? stillOf(frames) : frames, at: 0, pace: paceAfter(seen), overlay};
}

// ---- the turns that have closed, as the log tells them, and places in them, which an address can name

/** @typedef {{turn: number, moves: number | null} | null} At Which turn, counted from 0, and how many of its moves; null is now. */

/** The number of a closed turn. @param {Api.LoggedEvent[]} group */
export const turnOf = (group) => Number(group[0]?.data?.turn ?? 0);

/** The events from each closed turn to the next; nothing of a turn that is still open. @param {Api.LoggedEvent[]} events */
export function turns(events) {
  /** @type {Api.LoggedEvent[][]} */
  const groups = [];
  for (const event of events) {
    if (event.type === "turn_closed") groups.push([]);
    groups.at(-1)?.push(event);
  }
  return groups;
}

/** How many moves of a closed turn there are to step through: what follows once the next question is open changes nothing. @param {Api.LoggedEvent[]} group */
export function movesOf(group) {
  const opened = group.findIndex(({type}) => type === "turn_opened");
  return opened < 0 ? group.length : opened;
}

/** The events up to a place in the history: before a turn was closed, or after so many of its moves. @param {Api.LoggedEvent[]} events @param {NonNullable<At>} at */
export function upTo(events, at) {
  const group = turns(events)[at.turn] ?? [];
  const first = group[0];
  const before = first ? events.indexOf(first) : events.length;
  return events.slice(0, before + (at.moves ?? 0));
}

/** The place that an address names; null is now. @param {string} search @param {Api.LoggedEvent[]} events @returns {At} */
export function placeOf(search, events) {
  const query = new URLSearchParams(search);
  const turn = turns(events).findIndex((group) => turnOf(group) === Number(query.get("turn") ?? -1));
  return turn < 0 ? null : {turn, moves: Number(query.get("move")) || null};
}

/** The address of a place. @param {string} game @param {At} at @param {Api.LoggedEvent[]} events */
export function addressOf(game, at, events) {
  if (!at) return `/game/${game}`;
  const turn = turnOf(turns(events)[at.turn] ?? []);
  return `/game/${game}?turn=${turn}${at.moves ? `&move=${at.moves}` : ""}`;
}
