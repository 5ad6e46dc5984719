/** People: my friends, who asks me, whom I do not want to hear, and how to find somebody. */

import {read} from "../api.js";
import {Claim} from "../parts/claim.js";
import {Heading} from "../parts/heading.js";
import {Refused} from "../parts/refused.js";
import {SignIn} from "../parts/sign_in.js";
import {isGuest, username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {usePeople} from "./acts.js";
import {Act, Friendship, Relation} from "./relation.js";

export const style = new URL("./people.css", import.meta.url).href;
export const words = ["people"];

/** @typedef {import("./acts.js").Known} Known */

export default function People() {
  const me = username();
  const known = usePeople(me && !isGuest() ? me : null);
  const heading = html`<${Heading} title=${t("People")}>${t("People")}<//>`;
  if (!me) return html`<section class="narrow">${heading}<p>${t("Sign in to have friends here.")}</p><${SignIn} /></section>`;
  if (isGuest()) return html`<section class="narrow">${heading}<p>${t("Guests have no friends yet: nobody would find them again.")}</p><${Claim} /></section>`;
  return html`<section class="people">
    ${heading}
    <${Refused} problem=${known.problem} />
    ${known.people && html`<${Lists} known=${known} />`}
    <${Finder} known=${known} me=${me} />
  </section>`;
}

/** @param {{known: Known}} props */
function Lists({known}) {
  const {friends, blocks, mutes} = /** @type {import("./acts.js").People} */ (known.people);
  const of = (/** @type {string} */ standing) => friends.filter((one) => one.standing === standing);
  return html`
    <${Group} name=${t("They ask you to be friends")} some=${of("asks_me")} known=${known} />
    <section class="panel" aria-labelledby="friends-head"><h2 id="friends-head">${t("Friends")}</h2>
      ${of("friends").length === 0 && html`<p class="quiet">${t("Nobody yet. Find somebody below, or open the page of a player at your table.")}</p>`}
      <ul>${of("friends").map((one) => html`<li class="row" key=${one.username}><${Name} name=${one.username} /><span class="row">
        <${Friendship} known=${known} name=${one.username} friend=${one.standing} /></span></li>`)}</ul>
      ${of("friends").length > 0 && html`<p><a href="/lobby?friends=yes">${t("Tables where friends sit")}</a></p>`}
    </section>
    <${Group} name=${t("You have asked")} some=${of("asked")} known=${known} />
    ${mutes.length > 0 && html`<section class="panel" aria-labelledby="muted-head"><h2 id="muted-head">${t("Muted")}</h2>
      <p class="quiet">${t("What they write is folded for you. They are not told.")}</p>
      <ul>${mutes.map((one) => html`<li class="row" key=${one.username}><${Name} name=${one.username} />
        <${Act} known=${known} name=${one.username} list="mutes" on=${true} words=${t("Mute no more")} look="plain" /></li>`)}</ul></section>`}
    ${blocks.length > 0 && html`<section class="panel" aria-labelledby="blocked-head"><h2 id="blocked-head">${t("Blocked")}</h2>
      <p class="quiet">${t("You hear of no requests, invitations and messages of theirs, and they take no seat at private tables of yours. They are not told.")}</p>
      <ul>${blocks.map((one) => html`<li class="row" key=${one.username}><${Name} name=${one.username} />
        <${Act} known=${known} name=${one.username} list="blocks" on=${true} words=${t("Block no more")} look="plain" /></li>`)}</ul></section>`}`;
}

/** @param {{name: string, some: Api.Schemas["Friend"][], known: Known}} props */
function Group({name, some, known}) {
  if (!some.length) return null;
  return html`<section class="panel"><h2>${name}</h2><ul>${some.map((one) => html`<li class="row" key=${one.username}><${Name} name=${one.username} />
    <span class="row"><${Friendship} known=${known} name=${one.username} friend=${one.standing} /></span></li>`)}</ul></section>`;
}

/** @param {{name: string}} props */
const Name = ({name}) => html`<a href=${`/player/${name}`}>${name}</a>`;

/** @param {{known: Known, me: string}} props */
function Finder({known, me}) {
  const [found, setFound] = useState(/** @type {Api.Schemas["PlayerSummary"][] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const prefix = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("prefix")).trim();
    const said = await read("/players", {}, {prefix, page_size: 20});
    if (said.ok) setFound(said.data.results.filter((one) => one.username !== me));
    setProblem(said.ok ? null : said.problem);
  }
  return html`<section class="panel" aria-labelledby="find"><h2 id="find">${t("Find somebody")}</h2>
    <form class="inline" role="search" onSubmit=${sent}>
      <label>${t("How the name begins")}<input name="prefix" required maxlength=${30} autocapitalize="none" autocomplete="off" /></label>
      <button class="other">${t("Find")}</button>
    </form>
    <${Refused} problem=${problem} />
    ${found && html`<p role="status">${found.length ? "" : t("Nobody's name begins so.")}</p>
      <ul>${found.map((one) => html`<li class="row" key=${one.username}><span><${Name} name=${one.username} />
        ${one.account === "bot" && html` <small>${t("a bot's account")}</small>`}${one.about && html`<small class="about" dir="auto">${one.about}</small>`}</span>
        <${Relation} known=${known} name=${one.username} /></li>`)}</ul>`}
  </section>`;
}
