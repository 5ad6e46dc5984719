/** The front page: an introduction, and one press to the first card. */

import {act} from "../api.js";
import {GAMES} from "../games/about.js";
import {gameName} from "../names.js";
import {Heading} from "../parts/heading.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {SignIn} from "../parts/sign_in_buttons.js";
import {SITE} from "../preloads.js";
import {go} from "../router.js";
import {playAsGuest} from "../sign_in.js";
import {username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {waiting} from "../waiting.js";
import {t, tn} from "../words.js";

/** Two opponents who play at once, so that nobody has to be waited for. */
const BOTS = ["careful", "random"];

export default function Front() {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [busy, setBusy] = useState("");
  /** @param {string} ruleset */
  async function play(ruleset) {
    setBusy(ruleset);
    const refusal = await begin(ruleset);
    setProblem(refusal);
    setBusy("");
  }
  const games = Object.entries(GAMES).map(([id, {summary}]) => ({id, name: gameName(id), about: summary()}));
  const isBusy = busy !== "";
  return html`<section class="front">
    <${Sea} />
    <div class="welcome">
      <${Heading} title=${t("Table games for people far apart")}>${t("Table games for people far apart")}<//>
      <p class="lead">${SITE.sentence || t("One move a day, or a whole game now against bots. Games never stall: if you miss a deadline, the server plays for you.")}</p>
      <${Waiting} />
      <${ProblemMessage} problem=${problem} />
      <h2 class="unseen">${t("Choose a game")}</h2>
      <ul class="offers">
        ${games.map(({id, name, about}) => html`<li class="panel offer" key=${id}>
          <h3>${name}</h3>
          <p>${about}</p>
          <button type="button" class="main" aria-disabled=${isBusy} onClick=${() => isBusy || play(id)}>
            ${busy === id ? t("Shuffling …") : t("Play now against bots")}<span class="unseen"> ${name}</span></button>
          <p class="row others"><a href=${`/open?ruleset=${id}&with=friends`}>${t("With friends")}<span class="unseen"> ${name}</span></a>
            <a href=${`/lobby?ruleset=${id}`}>${t("Find a table")}<span class="unseen"> ${name}</span></a>
            <a href=${`/lobby?show=running&ruleset=${id}`}>${t("Watch")}<span class="unseen"> ${name}</span></a>
            <a href=${`/rules/${id}`}>${t("Rules")}<span class="unseen"> ${name}</span></a></p>
        </li>`)}
      </ul>
      ${!username() && html`<${How} /><${SignIn} />`}
    </div>
  </section>`;
}

/** The way back for a player who has been here before. */
function Waiting() {
  if (!username()) return null;
  const n = waiting().length;
  return html`<p class="row"><a class="button" href="/home">${n ? tn(n, "{n} game waits for you", "{n} games wait for you") : t("My games")}</a>
    <a class="button" href="/open">${t("Open a table")}</a></p>`;
}

/** An introduction for a first visit. */
function How() {
  return html`<section class="how" aria-labelledby="how"><h2 id="how">${t("How it goes")}</h2><ol>
    <li><strong>${t("Sit down.")}</strong> ${t("Against bots at once, as a guest. With friends by a link that you send them.")}</li>
    <li><strong>${t("Seal your move.")}</strong> ${t("Your move stays secret until everyone has played. You can still change it until then.")}</li>
    <li><strong>${t("Come back when it suits you.")}</strong> ${t("Every move has a deadline. If you miss it, the server plays for you.")}</li>
  </ol></section>`;
}

/** A game against bots, for a guest if nobody is signed in. Gives what was refused. @param {string} ruleset */
async function begin(ruleset) {
  if (!username()) {
    const came = await playAsGuest();
    if (!came.ok) return came.problem;
  }
  const made = await act("POST", "/games", {}, {ruleset, seat_count: BOTS.length + 1, bots: BOTS});
  if (!made.ok) return made.problem;
  go(`/game/${made.data.id}`);
  return null;
}

/** Two lines of waves under a low sun. */
function Sea() {
  const wave = "M0 40 q30 -22 60 0 t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0";
  return html`<svg class="sea" viewBox="0 0 720 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle class="sun" cx="560" cy="84" r="46" />
    <g class="far"><path d="${wave} V160 H0 Z" transform="translate(-40 60)" /></g>
    <g class="near"><path d="${wave} V160 H0 Z" transform="translate(-130 100)" /></g>
    <g class="ring" transform="translate(420 128)"><circle r="20" /><circle class="bands" r="20" /></g>
    <g class="chair" transform="translate(183 101)">
      <path d="M56 0 L10 72 M2 34 L62 72" /><path class="cloth" d="M55 3 Q34 56 5 36" /><path class="stripes" d="M55 3 Q34 56 5 36" />
    </g>
    <g class="front-wave"><path d="${wave} V160 H0 Z" transform="translate(-60 138)" /></g>
  </svg>`;
}
