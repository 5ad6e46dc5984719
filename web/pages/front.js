/** The front page: what this is, and one press to the first card. */

import {act} from "../api.js";
import {Heading} from "../parts/heading.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {Sea} from "../parts/sea.js";
import {go} from "../router.js";
import {playAsGuest} from "../sign_in.js";
import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** Two opponents who play at once, so that nobody has to be waited for. */
const BOTS = ["careful", "random"];

export function Front() {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [busy, setBusy] = useState("");
  /** @param {string} ruleset */
  async function play(ruleset) {
    setBusy(ruleset);
    const refusal = await begin(ruleset);
    setProblem(refusal);
    setBusy("");
  }
  const games = [
    {id: "turn_the_tide", name: "Turn the Tide", about: t("Sealed weather cards, rising water, too few life preservers.")},
    {id: "high_tide", name: "High Tide", about: t("Six beaches, two dice, and a deckchair on each that must not get wet.")},
  ];
  return html`<section class="front">
    <${Sea} />
    <div class="welcome">
      <${Heading} title=${t("Table games for people far apart")}>${t("Table games for people far apart")}<//>
      <p class="lead">${t("One move a day, or all at once against bots. No game stalls: whoever is away is played for.")}</p>
      <${Refused} problem=${problem} />
      <ul class="offers">
        ${games.map(({id, name, about}) => html`<li class="panel offer">
          <h2>${name}</h2>
          <p>${about}</p>
          <button type="button" class="main" aria-disabled=${busy !== ""} onClick=${() => busy || play(id)}>
            ${busy === id ? t("Shuffling …") : t("Play now against bots")}<span class="unseen"> ${name}</span></button>
        </li>`)}
      </ul>
      ${username()
        ? html`<p><a class="button" href="/home">${t("My games")}</a> <a class="button" href="/open">${t("Open a table")}</a></p>`
        : html`<${SignIn} />`}
    </div>
  </section>`;
}

/** A game against bots, for a guest if nobody is signed in. Gives what was refused. @param {string} ruleset */
async function begin(ruleset) {
  if (!username()) {
    const came = await playAsGuest();
    if (!came.ok) return came.problem;
  }
  const made = await act("POST", "/games", {}, {ruleset, seats: BOTS.length + 1, bots: BOTS});
  if (!made.ok) return made.problem;
  go(`/game/${made.data.id}`);
  return null;
}
