/** The connection to the server and the server's clock, noted by each call of the API. */

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

/** Milliseconds between the server's clock and the device's that are no more than the way of an answer. */
const TOLERANCE = 2000;
/** Milliseconds by which the server's clock is ahead of the device's. */
let ahead = 0;

/** The server's time in milliseconds since 1970, whatever the clock of this device says. */
export const serverNow = () => Date.now() + ahead;

/** Learn the server's time from an answer that has just come. @param {Response} response */
export function noteDate(response) {
  // It is in whole seconds.
  const difference = Date.parse(response.headers.get("Date") ?? "") + 500 - Date.now();
  if (Math.abs(difference - ahead) > TOLERANCE) ahead = difference;
  return response;
}

/** Hear of each change. @param {(now: boolean) => void} changed */
export function watchConnection(changed) {
  watching.add(changed);
  return () => watching.delete(changed);
}

/** Whether the server itself has answered so: of its mistakes it tells in JSON, a proxy without a server does not. @param {Response} response */
export const isServers = (response) => response.status < 500 || Boolean(response.headers.get("Content-Type")?.includes("json"));
