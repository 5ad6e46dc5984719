/** Which page is shown: the address says so, and nothing else does. */

/** @type {Set<() => void>} */
const watching = new Set();

/** @typedef {{page: "front" | "home" | "lobby" | "open" | "signed-in" | "game" | "lost", game: string}} Place */

/** The page that an address names. @param {string} [path] @returns {Place} */
export function place(path = location.pathname) {
  const game = /^\/game\/([\w-]+)$/.exec(path)?.[1];
  if (game) return {page: "game", game};
  const name = path.slice(1) || "front";
  const known = /** @type {const} */ (["front", "home", "lobby", "open", "signed-in"]);
  return {page: known.find((one) => one === name) ?? "lost", game: ""};
}

/** Go to a page of the table. @param {string} path @param {{instead?: boolean}} [how] */
export function go(path, {instead = false} = {}) {
  history[instead ? "replaceState" : "pushState"](null, "", path);
  for (const one of watching) one();
  if (!instead) window.scrollTo(0, 0);
}

/** Hear of each change of page. @param {() => void} changed */
export function watchPlace(changed) {
  watching.add(changed);
  window.addEventListener("popstate", changed);
  document.addEventListener("click", followed);
}

/** Links within the table do not load the page anew. @param {MouseEvent} event */
function followed(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!(link instanceof HTMLAnchorElement) || !plain || event.defaultPrevented) return;
  if (link.origin !== location.origin || link.target || place(link.pathname).page === "lost") return;
  if (link.hash) return;
  event.preventDefault();
  go(link.pathname);
}
