/** The page of people: friends, requests, blocked and muted players, and a search. */

import {read} from "../api.js";
import {personName} from "../names.js";
import {Claim} from "../parts/claim.js";
import {Face} from "../parts/face.js";
import {SignIn} from "../parts/frame.js";
import {Heading} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {isGuest, username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {RelationButton, FriendshipButtons, RelationButtons} from "./relation_buttons.js";
import {useRelations} from "./relations.js";

export const style = new URL("./people.css", import.meta.url).href;
export const words = ["people"];

/** @typedef {import("./relations.js").Known} Known */

export default function People() {
  const me = username();
  const known = useRelations();
  useEffect(() => {
    if (me && !isGuest()) void known.load();
  }, [me]);
  const heading = html`<${Heading} title=${t("People")}>${t("People")}<//>`;
  if (!me) return html`<section class="narrow">${heading}<p>${t("Sign in to have friends here.")}</p><${SignIn} /></section>`;
  if (isGuest()) return html`<section class="narrow">${heading}<p>${t("Guests cannot have friends. Choose a name and a password first.")}</p><${Claim} /></section>`;
  return html`<section class="people">
    ${heading}
    <${ProblemMessage} problem=${known.problem} />
    <${Lists} known=${known} />
    <${Finder} known=${known} me=${me} />
  </section>`;
}

/** @param {{known: Known}} props */
function Lists({known}) {
  const all = [...known.relations];
  const of = (/** @type {string} */ friend) => all.flatMap(([name, one]) => (one.friend === friend ? name : []));
  const friends = of("yes");
  const mutes = all.flatMap(([name, one]) => (one.muted ? name : []));
  const blocks = all.flatMap(([name, one]) => (one.blocked ? name : []));
  return html`
    <${Group} title=${t("Friend requests")} names=${of("incoming")} known=${known} />
    <section class="panel" aria-labelledby="friends-head"><h2 id="friends-head">${t("Friends")}</h2>
      ${friends.length === 0 && html`<p class="quiet">${t("No friends yet. Find a player below, or open the page of a player at your table.")}</p>`}
      <ul>${friends.map((name) => html`<li class="row" key=${name}><${Name} name=${name} known=${known} /><span class="row">
        <${FriendshipButtons} known=${known} name=${name} /></span></li>`)}</ul>
      ${friends.length > 0 && html`<p><a href="/lobby?friends=yes">${t("Tables with friends")}</a></p>`}
    </section>
    <${Group} title=${t("Requests you sent")} names=${of("requested")} known=${known} />
    ${mutes.length > 0 && html`<section class="panel" aria-labelledby="muted-head"><h2 id="muted-head">${t("Muted")}</h2>
      <p class="quiet">${t("Their messages are hidden for you. They are not told.")}</p>
      <ul>${mutes.map((name) => html`<li class="row" key=${name}><${Name} name=${name} known=${known} />
        <${RelationButton} known=${known} name=${name} member="muted" value=${false} words=${t("Unmute")} look="plain" /></li>`)}</ul></section>`}
    ${blocks.length > 0 && html`<section class="panel" aria-labelledby="blocked-head"><h2 id="blocked-head">${t("Blocked")}</h2>
      <p class="quiet">${t("You do not get their requests, invitations or messages, and they cannot join your private tables. They are not told.")}</p>
      <ul>${blocks.map((name) => html`<li class="row" key=${name}><${Name} name=${name} known=${known} />
        <${RelationButton} known=${known} name=${name} member="blocked" value=${false} words=${t("Unblock")} look="plain" /></li>`)}</ul></section>`}`;
}

/** @param {{title: string, names: string[], known: Known}} props */
function Group({title, names, known}) {
  if (!names.length) return null;
  return html`<section class="panel"><h2>${title}</h2><ul>${names.map((name) => html`<li class="row" key=${name}><${Name} name=${name} known=${known} />
    <span class="row"><${FriendshipButtons} known=${known} name=${name} /></span></li>`)}</ul></section>`;
}

/** @param {{name: string, known: Known}} props */
const Name = ({name, known}) => html`<a class="person" href=${`/player/${name}`}><${Face} avatar=${known.relations.get(name)?.avatar} size=${32} />${personName(name)}</a>`;

/** @param {{known: Known, me: string}} props */
function Finder({known, me}) {
  const [found, setFound] = useState(/** @type {Api.Schemas["PlayerSummary"][] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const prefix = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("prefix")).trim();
    const result = await read("/players", {}, {prefix, page_size: 20});
    if (result.ok) {
      known.learn(result.data.results.flatMap((one) => (one.relation ? [[one.username, {...one.relation, avatar: one.avatar}]] : [])));
      setFound(result.data.results.filter((one) => one.username !== me));
    }
    setProblem(result.ok ? null : result.problem);
  }
  return html`<section class="panel" aria-labelledby="find"><h2 id="find">${t("Find a player")}</h2>
    <form class="inline" role="search" onSubmit=${sent}>
      <label>${t("First letters of the name")}<input name="prefix" required maxlength=${30} autocapitalize="none" autocomplete="off" /></label>
      <button class="other">${t("Find")}</button>
    </form>
    <${ProblemMessage} problem=${problem} />
    ${found && html`<p role="status">${found.length ? "" : t("No player's name starts with that.")}</p>
      <ul>${found.map((one) => html`<li class="row" key=${one.username}><span><${Name} name=${one.username} known=${known} />
        ${one.account === "bot" && html` <small>${t("a bot's account")}</small>`}${one.about && html`<small class="about" dir="auto">${one.about}</small>`}</span>
        <${RelationButtons} known=${known} name=${one.username} /></li>`)}</ul>`}
  </section>`;
}
