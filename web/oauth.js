/** The calls of OAuth 2 (RFC 6749, 7009), which have a form of their own. The table is the app `table`. */

export const CLIENT = "table";
export const RETURN = "/signed-in";
/** What says that a code or a token is no good; everything else may pass (RFC 6749, 5.2). */
const NO_MORE = [400, 401];

/** @typedef {{access_token: string, refresh_token?: string}} Tokens */

/**
 * Tokens for a code or a refresh token, or null if it is good for none any more. A server that cannot say so now is
 * as good as no connection: that throws, and may be another time.
 *
 * @param {Record<string, string>} what
 * @returns {Promise<Tokens | null>}
 */
export async function tokensFor(what) {
  const said = await post("/oauth/token", what);
  if (NO_MORE.includes(said.status)) return null;
  if (!said.ok) throw new Error(`There are no tokens now: ${said.status}.`);
  return said.json();
}

/** End a token, and all that came with it. @param {string} token */
export const revoke = (token) => post("/oauth/revoke", {token});

/** @param {string} where @param {Record<string, string>} what */
function post(where, what) {
  const body = new URLSearchParams({client_id: CLIENT, ...what});
  return fetch(where, {method: "POST", body, credentials: "omit", cache: "no-store"});
}
