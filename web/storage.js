/**
 * Texts that this browser keeps for the page. It never throws: where nothing can be kept, because that is blocked or
 * full, it lasts as long as the page, and `storageFault` says why.
 */

/** @typedef {"blocked" | "full"} StorageFault */

const PROBE = "tide_probe";
/** @type {StorageFault | null} */
let fault = null;
/** @type {Set<() => void>} */
const watching = new Set();

/** Why nothing is kept, as far as that is known; null if nothing is wrong. */
export const storageFault = () => fault;

/** Hear of it when something could not be kept. @param {() => void} heard */
export function watchStorage(heard) {
  watching.add(heard);
  return () => watching.delete(heard);
}

/** @type {boolean | null} */
let takesCookies = null;

/** Whether this browser takes cookies; without them nobody can be signed in. Tried, because some browsers only say that they do. */
export function hasCookies() {
  takesCookies ??= cookies() !== "" || isProbeKept();
  return takesCookies;
}

function isProbeKept() {
  try {
    document.cookie = `${PROBE}=1; Path=/; SameSite=Lax`;
  } catch {
    return false;
  }
  const isKept = cookie(PROBE) !== null;
  deleteCookie(PROBE);
  return isKept;
}

/** The value of a cookie, or null. @param {string} name */
export function cookie(name) {
  const found = cookies().split("; ").find((one) => one.startsWith(`${name}=`));
  return found ? found.slice(name.length + 1) : null;
}

/** @param {string} name */
export function deleteCookie(name) {
  try {
    document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  } catch {
    // There is none.
  }
}

function cookies() {
  try {
    return globalThis.document?.cookie ?? "";
  } catch {
    return "";
  }
}

/** @param {StorageFault} now */
function note(now) {
  if (fault === now) return;
  fault = now;
  // Somebody may ask while the page is drawn.
  queueMicrotask(() => watching.forEach((one) => one()));
}

/** @param {"localStorage" | "sessionStorage"} kind */
function shelf(kind) {
  /** What could not be kept. @type {Map<string, string | null>} */
  const instead = new Map();
  return {
    /** @param {string} key @returns {string | null} */
    read(key) {
      const known = instead.get(key);
      if (known !== undefined) return known;
      try {
        return globalThis[kind].getItem(key);
      } catch {
        note("blocked");
        return null;
      }
    },
    /** What was written as JSON; null for what is not there, or cannot be read. @param {string} key @returns {any} */
    readJson(key) {
      try {
        return JSON.parse(this.read(key) ?? "null");
      } catch {
        return null;
      }
    },
    /** @param {string} key @param {string} value */
    write(key, value) {
      try {
        globalThis[kind].setItem(key, value);
        instead.delete(key);
      } catch (problem) {
        instead.set(key, value);
        note(problem instanceof DOMException && problem.name === "QuotaExceededError" ? "full" : "blocked");
      }
    },
    /** @param {string} key @param {unknown} value */
    writeJson(key, value) {
      this.write(key, JSON.stringify(value));
    },
    /** The keys that begin so. @param {string} beginning @returns {string[]} */
    keys(beginning) {
      const found = new Set(instead.keys());
      try {
        for (const key of Object.keys(globalThis[kind])) found.add(key);
      } catch {
        note("blocked");
      }
      return [...found].filter((key) => key.startsWith(beginning) && this.read(key) !== null);
    },
    /** @param {string} key */
    remove(key) {
      try {
        globalThis[kind].removeItem(key);
        instead.delete(key);
      } catch {
        instead.set(key, null);
        note("blocked");
      }
    },
  };
}

/** What is there after the browser was closed. */
export const device = shelf("localStorage");
/** What goes with the tab. */
export const tab = shelf("sessionStorage");

/** @typedef {"light" | "dark" | "system"} Theme */

const THEME = "tide-theme";

/** Light, dark, or the device's own theme, chosen on this device. @returns {Theme} */
export function theme() {
  const kept = device.read(THEME);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Show it so from now on. @param {Theme} wanted */
export function chooseTheme(wanted) {
  device.write(THEME, wanted);
  showTheme();
}

/** Have the style sheets follow the choice. */
export function showTheme() {
  document.documentElement.dataset.theme = theme();
}
