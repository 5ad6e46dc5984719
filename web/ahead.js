/**
 * What a page or a ruleset's picture is made of is asked for at once, instead of one import after the other: each
 * of them would cost a slow telephone the way there and back.
 */

/** @typedef {{pages: Record<string, string[]>, pictures: Record<string, string[]>}} Parts */

/** The files of each, as the server has named them in the page. @type {Parts} */
const PARTS = JSON.parse(globalThis.document?.getElementById?.("parts")?.textContent ?? '{"pages": {}, "pictures": {}}');
/** @type {Set<string>} */
const asked = new Set();

/** @param {string} page */
export const askForPage = (page) => ask(PARTS.pages[page]);

/** @param {string} ruleset */
export const askForPicture = (ruleset) => ask(PARTS.pictures[ruleset]);

/**
 * Ask for each picture before it is known which one will be shown, where that costs less than to wait: HTTP/2 and
 * later ask for many small files at once, and HTTP/1.1 for six.
 */
export function askForAllPictures() {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (/^h[23]/.test(visit?.nextHopProtocol ?? "")) Object.keys(PARTS.pictures).forEach(askForPicture);
}

/** @param {string[]} [files] */
function ask(files = []) {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    const address = new URL(file, import.meta.url).href;
    if (file.endsWith(".css")) void styled(address);
    else document.head.append(Object.assign(document.createElement("link"), {rel: "modulepreload", href: address}));
  }
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Once this style sheet counts. One that does not come is done without. @param {string | undefined} address */
export function styled(address) {
  if (!address) return;
  const known = sheets.get(address) ?? new Promise((/** @type {(value: void) => void} */ done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
  sheets.set(address, known);
  return known;
}
