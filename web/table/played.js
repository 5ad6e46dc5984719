/** A game that runs or is over: its picture, what I am asked, and what has happened. */

import {pictureOf} from "../games/index.js";
import {namesOf} from "../names.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {useAnswer} from "./answer.js";
import {History} from "./history.js";
import {Outcome} from "./outcome.js";
import {SealBar} from "./seal_bar.js";
import {Status} from "./status.js";

/** @param {{game: Api.Schemas["Game"], events: Api.LoggedEvent[], refresh: () => Promise<void>}} props */
export function Played({game, events, refresh}) {
  const picture = usePicture(game.ruleset);
  const answer = useAnswer(game, refresh);
  if (!picture) return html`<p>${t("Loading …")}</p>`;
  const {choice, sealed} = answer;
  const about = {game, names: namesOf(game), chosen: choice, sealed, events};
  /** @param {SubmitEvent} event */
  function submitted(event) {
    event.preventDefault();
    answer.seal();
  }
  return html`
    <form class="table" data-turn=${game.turn?.number ?? 0} onSubmit=${submitted}>
      <${Status} game=${game} names=${about.names} />
      <${Outcome} game=${game} names=${about.names} />
      ${picture.draw(game.table, game.mine, answer.choose, about)}
      <${SealBar} game=${game} choice=${choice} sealed=${sealed} busy=${answer.busy} takeBack=${answer.takeBack}
        words=${choice && picture.words(choice, game.table, about)} />
      <${Refused} problem=${answer.problem} />
      ${!username() && html`<div class="panel"><p>${t("You are watching. If you play here, sign in.")}</p><${SignIn} /></div>`}
    </form>
    <${History} events=${events} picture=${picture} about=${about} />
  `;
}

/** The picture of a ruleset, once it is loaded. @param {string} ruleset */
function usePicture(ruleset) {
  const [picture, setPicture] = useState(/** @type {import("../games/contract.js").Picture | null} */ (null));
  useEffect(() => {
    void pictureOf(ruleset).then((found) => setPicture(() => found));
  }, [ruleset]);
  return picture;
}
