/** Whether the server can be reached: each call of the API says so here. */

let isThere = true;
/** @type {Set<(now: boolean) => void>} */
const watching = new Set();

export const connected = () => isThere;

/** @param {boolean} now */
export function noted(now) {
  if (now === isThere) return;
  isThere = now;
  for (const one of watching) one(now);
}

/** Hear of each change. @param {(now: boolean) => void} changed */
export function watchConnection(changed) {
  watching.add(changed);
  return () => watching.delete(changed);
}

/** Whether the server itself has answered so: of its mistakes it tells in JSON, a proxy without a server does not. @param {Response} said */
export const isServers = (said) => said.status < 500 || Boolean(said.headers.get("Content-Type")?.includes("json"));
