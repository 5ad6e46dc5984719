/** The frame around every page: the bar, notices about this browser and its player, the foot, and the buttons to sign in, up and out. */

import {connected} from "../connection.js";
import {dismissSendOutcome, sendOutcomes, unsentMoves} from "../move_queue.js";
import {gameName, personName} from "../names.js";
import {SITE} from "../preloads.js";
import {go} from "../router.js";
import {hasCookies, storageFault} from "../storage.js";
import {isGuest, knowReplaced, lostPlayer, replacedPlayer, username} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {friendRequests, waiting} from "../waiting.js";
import {LANGUAGES, speak, spoken, t, tn} from "../words.js";
import {Lazy} from "./lazy.js";
import {problemWords} from "./problem_message.js";

/** @typedef {import("../move_queue.js").Move} Move */
/** @typedef {import("../move_queue.js").SendOutcome} SendOutcome */

export function Bar() {
  const n = waiting().length;
  const asking = friendRequests();
  const mine = username();
  return html`
    <header class="bar">
      <nav aria-label=${t("Table")}>
        <a class="mark" href="/"><img src=${new URL("../icon.svg", import.meta.url).href} alt="" width="28" height="28" />
          <span>${SITE.name}</span></a>
        ${mine && html`<a href="/home">${t("My games")} ${n > 0 && html`<span class="count">${n}<span class="unseen"> ${tn(n, "waits", "wait")}</span></span>`}</a>`}
        <a href="/lobby">${t("Lobby")}</a>
        ${mine && html`<a class=${asking ? "" : "roomy"} href="/people">${t("People")} ${asking > 0 && html`<span class="count">${asking}<span class="unseen"> ${tn(asking, "asks to be your friend", "ask to be your friends")}</span></span>`}</a>`}
        <a class="roomy" href="/rules">${t("Rules")}</a>
      </nav>
      <div class="who">
        ${mine
          ? html`<a class="name" href="/settings">${personName(mine)}</a>`
          : hasCookies() && html`<button type="button" class="plain" onClick=${() => beginSignIn()}>${t("Sign in")}</button>`}
      </div>
    </header>
  `;
}

/** Said where this browser keeps nothing for the page, and what that means. */
export function StorageFault() {
  const message = faultWords();
  return message && html`<p class="notice off" role="status">${message}</p>`;
}

function faultWords() {
  if (!hasCookies()) {
    return t("This browser blocks cookies, so you cannot sign in here and nothing is saved. You can look around, and play as a guest until you leave this page.");
  }
  if (storageFault() === "blocked") return t("This browser saves nothing for this page: your choices are lost when you leave it.");
  if (storageFault() === "full") return t("This browser's storage is full: your choices are lost when you leave this page.");
  return null;
}

/** Said when the player of this tab has been signed out, or somebody else was signed in in another tab. */
export function SignedOut() {
  const name = lostPlayer();
  const before = replacedPlayer();
  if (before !== null && username() !== null) {
    return html`<p class="notice late" role="alert">
      <span>${t("{before}, {name} has signed in on this browser and is playing here now. Moves that you had not sealed were not sent.", {before: personName(before), name: personName(username() ?? "")})}</span>
      <button type="button" class="plain" onClick=${knowReplaced}>${t("OK")}</button></p>`;
  }
  if (name === null) return null;
  return html`<div class="notice late" role="alert">
    <p>${t("{name}, you have been signed out. Sign in to continue; your choices are kept.", {name: personName(name)})}</p>
    <${SignIn} />
  </div>`;
}

/** What a link to the operator's own page says. @param {string} name */
const siteWords = (name) => ({contact: t("Contact"), imprint: t("Imprint"), privacy: t("Privacy"), terms: t("Terms of use")})[name];

/** Moves that are not sent yet, and the outcomes of those that were made without a connection. */
export function UnsentMoves() {
  const moves = unsentMoves();
  const strangers = moves.find((one) => one.player !== username());
  return html`<div class="unsent-moves" role="status">
    ${sendOutcomes().map(({move, outcome}) => html`<p key=${`${move.game} ${move.turn}`} class=${`notice ${outcome.result}`}>
      <span><strong>${gameName(move.ruleset)}</strong>: ${outcomeWords(move, outcome)} <a href=${`/game/${move.game}`}>${t("To the table")}</a></span>
      <button type="button" class="plain" onClick=${() => dismissSendOutcome(move)}>${t("OK")}</button></p>`)}
    ${moves.length > 0 && !connected() && html`<p class="notice off">${tn(moves.length, "{n} move waits on this device for a connection.", "{n} moves wait on this device for a connection.")}</p>`}
    ${strangers && connected() && html`<div class="notice off"><p>${t("{name} has made a move here that is not sent yet. Sign in to send it.", {name: personName(strangers.player)})}</p><${SignIn} /></div>`}
  </div>`;
}

/** @param {Move} move @param {SendOutcome} outcome */
function outcomeWords({turn, words}, outcome) {
  const values = {words, n: turn};
  if (outcome.result === "sealed") return t("“{words}” was sent and is sealed.", values);
  if (outcome.result === "elsewhere") return t("“{words}” was not sent: you have sealed another move since.", values);
  if (outcome.result === "refused") return `${t("“{words}” was refused.", values)} ${problemWords(outcome.problem)}`;
  if (outcome.by === "clock") return t("Too late for “{words}”: your time ran out in turn {n}, and the server played for you.", values);
  return t("Too late for “{words}”: turn {n} is closed, and the server played for you.", values);
}

/** Where else to go, and the language. @param {{again: () => void}} props */
export function Foot({again}) {
  /** @param {string} language */
  async function choose(language) {
    await speak(language);
    again();
  }
  return html`<footer class="foot">
    <nav aria-label=${t("About this page")}>
      <a href="/rules">${t("Rules")}</a>
      <a href="/docs/" hreflang="en">${t("Guides")}</a>
      <a href="/api/docs/">${t("The API")}</a>
      ${username() && html`<a href="/people">${t("People")}</a>`}
      <a href="/settings">${t("Settings")}</a>
      ${username() && !isGuest() && html`<a href="/account/">${t("My account")}</a>`}
      ${username() && html`<a href="/notices">${t("Notifications")}</a>`}
      ${username() && html`<${SignOut} look="plain" />`}
      ${Object.entries(SITE.links).map(([name, href]) => html`<a href=${href}>${siteWords(name)}</a>`)}
    </nav>
    <label>${t("Language")} <select onChange=${({currentTarget}) => choose(currentTarget.value)}>
      ${Object.entries(LANGUAGES).map(([id, name]) => html`<option value=${id} selected=${id === spoken()}>${name}</option>`)}
    </select></label>
  </footer>`;
}

const question = () => import("../sign_out/index.js");

/** Without what does it, the server's own page does. @param {{isNew?: boolean}} [how] */
const beginSignIn = (how) => void import("../sign_in.js").then((one) => one.beginSignIn(how), () => location.assign("/account/login/"));

/** They lead to the server's own pages. */
export function SignIn() {
  if (!hasCookies()) return html`<p class="refused">${t("Signing in needs cookies, and this browser blocks them. You can play as a guest.")}</p>`;
  return html`<p class="row sign-in">
    <button type="button" class="other" onClick=${() => beginSignIn()}>${t("Sign in")}</button>
    <button type="button" class="other" onClick=${() => beginSignIn({isNew: true})}>${t("Sign up")}</button>
  </p>`;
}

/** A guest, who could not come back, is asked first. @param {{look: "plain" | "other"}} props */
export function SignOut({look}) {
  const [asked, setAsked] = useState(false);
  async function signOut() {
    const found = await import("../sign_in.js").catch(() => null);
    if (!found) return location.assign("/account/logout/");
    if (!(await found.leave())) return;
    setAsked(false);
    go("/");
  }
  return html`<button type="button" class=${look} onClick=${() => (isGuest() ? setAsked(true) : signOut())}>${t("Sign out")}</button>
    ${asked && html`<${Lazy} load=${question} close=${() => setAsked(false)} leave=${signOut} />`}`;
}
