/** A game that runs or is over: its picture, what I am asked, and what has happened. */

import {usePicture} from "../games/index.js";
import {namesOf} from "../names.js";
import {Note} from "../parts/note.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {go as toPage} from "../router.js";
import {lostPlayer, username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {nextGame} from "../waiting.js";
import {t} from "../words.js";
import {useAnswer} from "./answer.js";
import {History, upTo} from "./history.js";
import {Outcome} from "./outcome.js";
import {SealBar} from "./seal_bar.js";
import {Status} from "./status.js";

/** @typedef {import("../games/contract.js").Picture} Picture */
/** @typedef {import("../games/contract.js").Action} Action */

/**
 * @param {{game: Api.Schemas["Game"], events: Api.LoggedEvent[], refresh: () => Promise<void>,
 *   seen: import("../live.js").Live["seen"]}} props
 */
export function Played({game, events, refresh, seen}) {
  const player = seen?.player ?? username();
  const picture = usePicture(game.ruleset);
  const answer = useAnswer(game, refresh, player);
  const [pointed, point] = useState(/** @type {Action | null} */ (null));
  const [at, go] = useState(/** @type {import("./history.js").At} */ (null));
  if (!picture) return html`<p>${t("Loading …")}</p>`;
  const {choice, sealed} = answer;
  const about = {game, names: namesOf(game), chosen: choice, sealed, events, pointed, point};
  const words = choice && picture.words(choice, game.table, about);
  /** @param {SubmitEvent} event */
  function submitted(event) {
    event.preventDefault();
    const next = event.submitter?.matches("[name=next]") && nextGame(game.id);
    answer.seal(words ?? "", () => void (next && toPage(`/game/${next}`)));
  }
  // Once the game is over, how it ended stands above the table.
  const history = html`<${History} key="history" events=${events} picture=${picture} about=${about} at=${at} go=${go} />`;
  const [above, below] = game.result ? [history, null] : [null, history];
  return html`
    <${Outcome} game=${game} names=${about.names} />
    ${above}
    ${at && html`<${Past} picture=${picture} about=${about} at=${at} back=${() => go(null)} />`}
    <form class="table" data-turn=${game.turn?.number ?? 0} onSubmit=${submitted} hidden=${at !== null && picture.past !== undefined}>
      <${Status} game=${game} names=${about.names} />
      ${picture.draw(game.table, game.mine, answer.choose, about)}
      <${SealNote} game=${game} choice=${choice} />
      <${SealBar} game=${game} choice=${choice} sealed=${sealed} busy=${answer.busy} takeBack=${answer.takeBack}
        words=${words} after=${choice && picture.after?.(choice, game.table, about)} isUnsent=${answer.isUnsent} />
      <${Missed} turn=${answer.missed} />
      <${Refused} problem=${answer.problem} />
      <${Watching} player=${player} />
    </form>
    ${below}
  `;
}

/** What sealing means: where one player is asked alone, there is nothing to wait for. @param {{game: Api.Schemas["Game"], choice: Action | null}} props */
const SealNote = ({game, choice}) => choice && html`<${Note} of=${game.turn?.asked.length === 1 ? "any.alone" : "any.seal"} inSight />`;

/** @param {{turn: number | null}} props */
const Missed = ({turn}) =>
  turn === null
    ? null
    : html`<p class="notice late" role="status">${t("Turn {n} has closed before you sealed: it was played for you.", {n: turn})}</p>`;

/** Said to nobody who has only lost her token: she is told that. @param {{player: string | null}} props */
const Watching = ({player}) =>
  player || lostPlayer() ? null : html`<div class="panel"><p>${t("You are watching. If you play here, sign in.")}</p><${SignIn} /></div>`;

/**
 * The table as it stood at some place in the history; what one is asked now stays as it is meanwhile.
 *
 * @param {{picture: Picture, about: import("../games/contract.js").About, at: NonNullable<import("./history.js").At>, back: () => void}} props
 */
function Past({picture, about, at, back}) {
  const [past, setPast] = useState(/** @type {Awaited<ReturnType<NonNullable<Picture["past"]>>> | null} */ (null));
  useEffect(() => void picture.past?.().then(setPast), [picture]);
  if (!past) return null;
  const {game, events} = about;
  const then = {...game, turn: {number: 0, decision: null, opened_at: "", due_at: "", asked: []}, mine: null};
  const table = past.tableAt(upTo(events, at), game, events);
  return html`<section class="table past" aria-label=${t("The table as it stood then")}>
    <p class="row past-mark" role="status"><strong>${t("The table as it stood then")}</strong>
      <button type="button" class="other" onClick=${back}>${t("Back to now")}</button></p>
    ${picture.draw(table, null, () => {}, {...about, game: /** @type {any} */ (then), chosen: null, pointed: null})}
  </section>`;
}
