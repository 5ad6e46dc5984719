/** An access token lasts an hour; a refresh token gets the next, and is good once. */

import {revoke, tokensFor} from "./oauth.js";
import {keep, refreshToken, username} from "./token.js";

/** @type {Promise<boolean> | null} */
let underWay = null;

/** Get another token, whoever asks at the same time getting it too. False if there is none for her any more; it throws if none can be had now. */
export function renew() {
  underWay ??= once().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function once() {
  const refresh = refreshToken();
  if (!refresh) return false;
  const found = await tokensFor({grant_type: "refresh_token", refresh_token: refresh});
  if (!found) return false;
  // She has signed out meanwhile, or somebody else has come.
  if (refreshToken() !== refresh) {
    void revoke(found.access_token).catch(() => {});
    return false;
  }
  keep({token: found.access_token, refresh: found.refresh_token ?? null, username: username() ?? ""});
  return true;
}
