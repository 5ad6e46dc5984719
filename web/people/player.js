/** A player's page: profile, games, and what the viewer can do. */

import {read} from "../api.js";
import {Card} from "../lobby/card.js";
import {gameName, personName} from "../names.js";
import {Face} from "../parts/face.js";
import {Heading} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {ReportButton} from "../parts/report_button.js";
import {day} from "../time.js";
import {isGuest, username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {RelationButtons} from "./relation_buttons.js";
import {useRelations} from "./relations.js";
import {Results} from "./results.js";

export const style = new URL("./people.css", import.meta.url).href;
export const words = ["people", "lobby"];

/** @typedef {Api.Schemas["PlayerProfile"]} Profile */
/** @type {Set<string>} */
const NOBODY = new Set();

/** @param {{id: string}} props */
export default function Player({id}) {
  const [profile, setProfile] = useState(/** @type {Profile | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const me = username();
  const known = useRelations();
  useEffect(() => {
    void asOthersSee(id, me).then((result) => {
      if (!result.ok) return setProblem(result.problem);
      setProfile(result.data);
      if (result.data.relation) known.learn([[id, result.data.relation]]);
    });
  }, [id, me]);
  if (!profile) {
    return html`<section class="narrow"><${Heading} title=${id}>${problem ? t("No player to show") : id}<//><${ProblemMessage} problem=${problem} /></section>`;
  }
  const games = profile.running_games ?? [];
  return html`<section class="people profile">
    <header class="panel person"><${Face} avatar=${profile.avatar} size=${104} />
      <div><${Heading} title=${personName(profile.username)}>${personName(profile.username)}<//>
        <p class="quiet">${accountWords(profile)}</p>
        ${profile.about && html`<p class="about" dir="auto">${profile.about}</p>`}
        ${me === id && html`<p>${t("This is what others see.")} <a href="/settings">${t("Change it")}</a></p>`}
        ${profile.relation && html`<div class="row"><a class="button main" href=${`/open?with=friends&invite=${id}`}>${t("Invite to a table")}</a>
          ${!isGuest() && html`<${RelationButtons} known=${known} name=${id} />`}<${ReportButton} about=${{player: id}} name=${personName(id)} /></div>`}</div></header>
    <${ProblemMessage} problem=${known.problem} />
    <div class="numbers"><${Figures} profile=${profile} /><${Meetings} profile=${profile} /></div>
    ${profile.games && html`<${Results} name=${profile.username} />`}
    ${games.length > 0 && html`<h2>${t("Plays at these tables")}</h2>
      <ul class="cards">${games.map((one) => html`<${Card} key=${one.id} game=${one} friends=${NOBODY} />`)}</ul>`}
  </section>`;
}

/**
 * A profile as others see it; the server shows all of it to its owner.
 *
 * @param {string} id
 * @param {string | null} me
 * @returns {Promise<import("../api.js").Result<Profile>>}
 */
async function asOthersSee(id, me) {
  const result = await read("/players/{username}", {username: id}, {include: "games"});
  if (!result.ok || me !== id) return result;
  const mine = await read("/me");
  if (!mine.ok) return mine;
  const shown = (/** @type {string} */ part) => mine.data.shows.includes(part);
  const {about, created_at, games, reliability} = result.data;
  return {
    ok: true,
    data: {
      ...result.data,
      about: shown("about") ? about : null,
      created_at: shown("created_at") ? created_at : null,
      games: shown("games") ? games : null,
      reliability: shown("reliability") ? reliability : null,
    },
  };
}

/** @param {Profile} profile */
function accountWords({account, bot_of, created_at}) {
  const since = created_at && t("here since {day}", {day: day(created_at)});
  const kind = account === "bot" ? t("a bot of {name}", {name: bot_of}) : account === "guest" ? t("a guest") : "";
  return [kind, since].filter(Boolean).join(" · ");
}

/** @param {{profile: Profile}} props */
function Figures({profile: {games, reliability}}) {
  if (!games && !reliability) return html`<p class="quiet">${t("This player does not show any numbers.")}</p>`;
  return html`<div class="panel"><h2 id="figures">${t("Public games")}</h2>
    ${games?.rulesets.length === 0 && html`<p class="quiet">${t("None yet.")}</p>`}
    ${games && games.rulesets.length > 0 && html`<div class="scroll" tabindex=${0} role="region" aria-labelledby="figures"><table>
      <thead><tr><th scope="col">${t("Game")}</th><th scope="col">${t("Finished")}</th><th scope="col">${t("Won")}</th><th scope="col">${t("Under way")}</th></tr></thead>
      <tbody>${games.rulesets.map((one) => html`<tr><th scope="row">${gameName(one.ruleset)}</th><td>${one.finished}</td><td>${one.won}</td><td>${one.running}</td></tr>`)}</tbody>
    </table></div>`}
    ${reliability && html`<p>${reliability.percent === null
      ? t("No moves so far.")
      : reliability.percent === 100 ? t("Always in time, in {n} moves.", {n: reliability.required})
      : t("Made {percent} of 100 moves in time; {n} moves in all.", {percent: reliability.percent, n: reliability.required})}</p>`}
  </div>`;
}

/** How the games with each other ended. @param {{profile: Profile}} props */
function Meetings({profile: {username: name, head_to_head: met}}) {
  if (!met?.played) return null;
  return html`<div class="panel"><h2 id="meetings">${t("Your games with {name}", {name})}</h2>
    <div class="scroll" tabindex=${0} role="region" aria-labelledby="meetings"><table>
      <thead><tr><th scope="col">${t("Game")}</th><th scope="col">${t("Finished")}</th><th scope="col">${t("Won by you")}</th>
        <th scope="col">${t("Won by {name}", {name})}</th></tr></thead>
      <tbody>${met.rulesets.map((one) => html`<tr><th scope="row">${gameName(one.ruleset)}</th><td>${one.played}</td><td>${one.won_by_me}</td><td>${one.won_by_player}</td></tr>`)}</tbody>
    </table></div>
  </div>`;
}
