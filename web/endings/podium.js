/**
 * The end of a game: the players on a podium, a rematch, where the points come from, and what the game itself has to
 * compare. An end that comes while the table is open is announced, and scrolled into the window.
 */

import {read} from "../api.js";
import {useRead} from "../game_menu/calls.js";
import {namesOf} from "../names.js";
import {cue, say, tell} from "../parts/announcements.js";
import {Claim} from "../parts/claim.js";
import {Face} from "../parts/face.js";
import {username} from "../token.js";
import {html, useEffect, useRef} from "../vendor/preact.js";
import {nextGame} from "../waiting.js";
import {signed, t, tn} from "../words.js";
import {useEndings} from "./of_game.js";
import {Rematch} from "./rematch.js";
import {ranked, resultWords} from "./result.js";
import {Wave} from "./wave.js";

export const style = new URL("./endings.css", import.meta.url).href;
export const words = ["endings", "game_menu"];


/** @typedef {import("./result.js").Ranked} Ranked */

/**
 * @param {{game: Api.Schemas["Game"], result: import("./result.js").Result, picture: import("../games/contract.js").Picture, isNews: boolean,
 *   news: import("../table/menu.js").News, watchAgain: (() => void) | null}} props `isNews`: the game was open when it ended
 */
export default function Podium(props) {
  const {data, problem} = useRead(() => read("/games/{game}/stages", {game: props.game.id}));
  if (!props.isNews && !data && !problem) return html`<p class="to-come">${t("Loading …")}</p>`;
  return html`<${Outcome} ...${props} stages=${data?.results ?? []} />`;
}

/** @param {Parameters<typeof Podium>[0] & {stages: Api.Schemas["GameStage"][]}} props */
function Outcome({game, result, picture, isNews, news, watchAgain, stages}) {
  const names = namesOf(game);
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const seat = game.mine?.seat ?? null;
  const own = useEndings(picture);
  const message = resultWords(result, seat, names);
  const rows = ranked(result);
  useEffect(() => {
    if (!isNews) return;
    if (seat !== null && result.winners.includes(seat)) cue("win");
    say([t("The game is over."), message, ...rows.map((one) => `${names(one.seat)}: ${pointsWords(one.score)}.`)].join(" "));
    heading.current?.focus({preventScroll: true});
    window.scrollTo({top: 0});
  }, []);
  return html`<section class="panel outcome" aria-label=${t("Result")}>
    ${isNews && html`<${Wave} />`}
    <h2 ref=${heading} tabindex=${-1}>${message}</h2>
    <div class="standing"><div><${Steps} rows=${rows} winners=${result.winners} names=${names} game=${game} />
        ${seat !== null && html`<${Rematch} game=${game} wisher=${news.rematch} />`}
        <p class="row"><${Ways} game=${game} watchAgain=${watchAgain} /></p></div>
      <${Points} parts=${(own?.parts ?? stagesAsParts)(stages)} rows=${rows} names=${names} seat=${seat} /></div>
    ${own?.Comparison && stages.length > 0 && html`<${own.Comparison} game=${game} stages=${stages} names=${names} />`}
    ${seat !== null && html`<${Claim} />`}
  </section>`;
}

/** The bars of a game that says nothing else. @param {Api.Schemas["GameStage"][]} stages */
const stagesAsParts = (stages) => stages.map((one) => ({label: t("Stage {n}", {n: one.stage}), short: String(one.stage), scores: one.scores}));

/** The second stands at the left of the first, as on any podium; they are read in their order. @param {{rows: Ranked[], winners: number[], names: import("../names.js").Names, game: Api.Schemas["Game"]}} props */
const Steps = ({rows, winners, names, game}) => html`<ol class="steps-of-podium">${rows.map((one) => html`<li key=${one.seat} class=${one.seat === game.mine?.seat ? "own" : ""} data-place=${one.place} style=${`--place: ${one.place}`}>
  <${Face} avatar=${game.seats[one.seat]?.avatar} seat=${one.seat} size=${56} />
  <span class="name">${names(one.seat)}${winners.includes(one.seat) && html`<span class="won" aria-hidden="true"> ★</span>`}</span>
  <span class="step"><b aria-hidden="true">${one.place}</b><strong>${signed(one.score, false)}<span class="unit"> ${tn(one.score, "point", "points")}</span></strong></span></li>`)}</ol>`;

/** @param {number} n */
const pointsWords = (n) => tn(n, "{n} point", "{n} points");

/** Where else one goes from here. @param {{game: Api.Schemas["Game"], watchAgain: (() => void) | null}} props */
function Ways({game, watchAgain}) {
  const next = nextGame(game.id);
  return html`${!game.mine && html`<a class="button main" href="/">${t("Play it yourself")}</a>`}
    ${next && html`<a class="button" href=${`/game/${next}`}>${t("Next game")}</a>`}
    ${watchAgain && html`<button type="button" class="other" onClick=${watchAgain}>${t("Watch again")}</button>`}
    ${!game.private && html`<button type="button" class="other" onClick=${() => void share(`${location.origin}/game/${game.id}`)}>${t("Share")}</button>`}
    ${game.mine && html`<a class="button" href="/">${t("Another game")}</a>`}
    ${username() && html`<a class="button" href="/home">${t("My games")}</a>`}`;
}

/** Hand an address to another app, or copy it where the browser cannot do that. @param {string} url */
async function share(url) {
  const canShare = "share" in navigator;
  if (canShare) return void navigator.share({url}).catch(() => {});
  // Without https there is no clipboard.
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(url).then(() => true)).catch(() => false);
  tell(isCopied ? t("The link is copied.") : url);
}

/** Where the points come from, as bars. @param {{parts: import("../games/contract.js").PodiumPart[], rows: Ranked[], names: import("../names.js").Names, seat: number | null}} props */
function Points({parts, rows, names, seat}) {
  if (!parts.length) return null;
  const most = Math.max(1, ...parts.flatMap(({scores}) => scores.map(Math.abs)));
  const least = Math.min(0, ...parts.flatMap(({scores}) => scores));
  return html`<table class="bars" style=${`--most: ${most}; --below: ${-least}`}>
    <thead><tr><th scope="col"><span class="unseen">${t("Player")}</span></th>
      ${parts.map((one) => html`<th scope="col"><span class="unseen">${one.label}</span><span aria-hidden="true">${one.short}</span></th>`)}
      <th scope="col">${t("All")}</th></tr></thead>
    <tbody>${rows.map((one) => html`<tr class=${one.seat === seat ? "mine" : ""}><th scope="row">${names(one.seat)}</th>
      ${parts.map(({scores}) => html`<${Bar} score=${scores[one.seat] ?? 0} />`)}<td><strong>${signed(one.score, false)}</strong></td></tr>`)}</tbody>
  </table>`;
}

/** @param {{score: number}} props */
const Bar = ({score}) => html`<td><span class=${score < 0 ? "column lost" : "column"} style=${`--score: ${Math.abs(score)}`}></span><span class="number">${signed(score)}</span></td>`;
