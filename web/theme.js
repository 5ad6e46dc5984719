/** Light, dark, or the device's own theme, chosen on this device. */

import {device} from "./storage.js";

/** @typedef {"light" | "dark" | "system"} Theme */

const KEPT = "tide-theme";

/** @returns {Theme} */
export function theme() {
  const kept = device.read(KEPT);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Show it so from now on. @param {Theme} wanted */
export function chooseTheme(wanted) {
  device.write(KEPT, wanted);
  showTheme();
}

/** Have the style sheets follow the choice. */
export function showTheme() {
  document.documentElement.dataset.theme = theme();
}
