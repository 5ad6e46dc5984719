/** The calls of OAuth 2 (RFC 6749, 7009), which have a form of their own. The table is the app `table`. */

export const CLIENT = "table";
export const RETURN = "/signed-in";

/** @typedef {{access_token: string, refresh_token?: string}} Tokens */

/** Tokens for a code or a refresh token, or null if there are none for it. @param {Record<string, string>} what @returns {Promise<Tokens | null>} */
export async function tokensFor(what) {
  const said = await post("/oauth/token", what);
  return said.ok ? said.json() : null;
}

/** End a token, and all that came with it. @param {string} token */
export const revoke = (token) => post("/oauth/revoke", {token});

/** @param {string} where @param {Record<string, string>} what */
function post(where, what) {
  const body = new URLSearchParams({client_id: CLIENT, ...what});
  return fetch(where, {method: "POST", body, credentials: "omit", cache: "no-store"});
}
