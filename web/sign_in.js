/**
 * The ways in: each ends with a token in `token.js`.
 *
 * Name, password, passkey and the like are asked on the server's own pages under /account/. From there one comes
 * back with a code, which the table changes for a token (OAuth 2, authorization code with PKCE).
 */

import {act, read} from "./api.js";
import {CLIENT, RETURN, revoke, tokensFor} from "./oauth.js";
import {base64url, random} from "./random.js";
import {go} from "./router.js";
import {forgetChoice} from "./table/chosen.js";
import {forget, isGuest, keep, refreshToken, token, username} from "./token.js";
import {mayLose} from "./unsent.js";

const KEPT = "tide-signing-in";
/** What stands there while the session of the server's own pages should have ended, and may not have. */
const SESSION = "tide-session-to-end";
const LEAVE_PAGES = "/account/logout/";
/** Milliseconds that signing out waits until no more notices come here. */
const PATIENCE = 3000;
const SCOPES = "game:read game:play game:host message:read message:write notice:write profile:write";

/** Whether this browser can: what makes the challenge is there over https and on this machine alone. */
export const canSignIn = () => window.isSecureContext;

/** Leave for the page on which one signs in, or signs up; `finishSignIn` is where one comes back. @param {{isNew?: boolean}} [how] */
export async function beginSignIn({isNew = false} = {}) {
  const verifier = random();
  const state = random();
  const back = location.pathname === RETURN ? "/home" : location.pathname + location.search;
  sessionStorage.setItem(KEPT, JSON.stringify({verifier, state, back}));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT,
    redirect_uri: location.origin + RETURN,
    scope: SCOPES,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  const question = `/oauth/authorize?${asked}`;
  const wanted = isNew ? `/account/signup/?${new URLSearchParams({next: question})}` : question;
  // Otherwise she would come in as whoever has signed out before her. That page ends the session by a press.
  const isFree = await endSessionLeft();
  location.assign(isFree ? wanted : `${LEAVE_PAGES}?${new URLSearchParams({next: wanted})}`);
}

/** Change the code in the address for a token. Gives where one was before, or null if that failed. */
export async function finishSignIn() {
  const query = new URLSearchParams(location.search);
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  const code = query.get("code");
  // A code that this tab has not asked for may be somebody else's, for her account.
  if (!kept || !code || query.get("state") !== kept.state) return null;
  const found = await tokensFor({
    grant_type: "authorization_code",
    code,
    redirect_uri: location.origin + RETURN,
    code_verifier: kept.verifier,
  });
  if (!found) return null;
  const held = {token: found.access_token, refresh: found.refresh_token ?? null};
  keep({...held, username: ""});
  const me = await read("/me");
  if (!me.ok) return null;
  keep({...held, username: me.data.username});
  localStorage.removeItem(SESSION);
  return /** @type {string} */ (kept.back);
}

/** Come without a name, to play at once. The account is a guest's until its player claims it. */
export async function playAsGuest() {
  const said = await act("POST", "/guests");
  if (said.ok) keep(said.data);
  return said;
}

/** Give a guest's account a name and a password; its games and its token stay. @param {{username: string, password: string}} who */
export async function claim(who) {
  const said = await act("POST", "/me/claim", {}, who);
  if (said.ok) keep({token: token() ?? "", username: said.data.username});
  return said;
}

/** Sign out and go to the front page, unless she would rather stay because a move of hers is not sent yet. */
export async function leave() {
  const name = username();
  if (!name || !(await mayLose(name))) return;
  // With her token alone her receiver can be deleted.
  const quiet = import("./push/receivers.js").then((one) => one.endNotices()).catch(() => {});
  await Promise.race([quiet, new Promise((done) => setTimeout(done, PATIENCE))]);
  // A guest has never been on those pages: a session there is another player's.
  if (!isGuest()) void endSession();
  signOut();
  go("/");
}

/** End the session of the server's own pages if one was left at signing out. True if none is left. */
export const endSessionLeft = async () => localStorage.getItem(SESSION) === null || endSession();

/** End the session of the server's own pages, which would sign the next one in as her. False if that has to be tried again. */
async function endSession() {
  localStorage.setItem(SESSION, "left");
  const key = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  // This cookie comes with every session there, and stays longer.
  const isOver = !key || (await fetch(LEAVE_PAGES, {
    method: "POST",
    headers: {"X-CSRFToken": key},
    credentials: "same-origin",
    cache: "no-store",
    keepalive: true,
    redirect: "manual",
  }).then(({type}) => type === "opaqueredirect", () => false));
  if (isOver) localStorage.removeItem(SESSION);
  return isOver;
}

/** Know nobody any more in this tab; a token that was got for the tab ends. */
function signOut() {
  const given = token();
  if (given && refreshToken()) void revoke(given).catch(() => {});
  forgetChoice();
  forget();
}
