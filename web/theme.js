/** Light, dark, or as the machine is set: chosen on this device. */

/** @typedef {"light" | "dark" | "system"} Theme */

const KEPT = "tide-theme";

/** @returns {Theme} */
export function theme() {
  const kept = localStorage.getItem(KEPT);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Show it so from now on. @param {Theme} wanted */
export function chooseTheme(wanted) {
  localStorage.setItem(KEPT, wanted);
  showTheme();
}

/** Have the style sheets follow the choice. */
export function showTheme() {
  document.documentElement.dataset.theme = theme();
}
