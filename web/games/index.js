/** The pictures of the games that have a folder here. Any other ruleset gets the general picture and can be played too. */

import {offerTips} from "../parts/tips.js";
import {preloadPicture, loadStyle} from "../preloads.js";
import {useEffect, useState} from "../vendor/preact.js";
import {loadWordsOf} from "../words.js";

/** @typedef {import("./contract.js").Picture} Picture */

/** @type {Record<string, () => Promise<{default: Picture}>>} */
const PICTURES = {
  turn_the_tide: () => import("./turn_the_tide/index.js"),
  high_tide: () => import("./high_tide/index.js"),
};

/** Load a picture with its style and its words, and offer its tips. @param {string} ruleset */
export async function loadPicture(ruleset) {
  preloadPicture(ruleset);
  const load = PICTURES[ruleset];
  const styled = loadStyle(new URL(`./${load ? ruleset : "general"}/picture.css`, import.meta.url).href);
  if (!load) return (await Promise.all([import("./general/index.js"), styled]))[0].default;
  const [found] = await Promise.all([load(), styled, loadWordsOf(`games/${ruleset}`)]);
  if (found.default.tips) offerTips(found.default.tips);
  return found.default;
}

/** The picture of a ruleset, once it is loaded. @param {string} ruleset */
export function usePicture(ruleset) {
  const [picture, setPicture] = useState(/** @type {Picture | null} */ (null));
  useEffect(() => {
    void loadPicture(ruleset).then((found) => setPicture(() => found));
  }, [ruleset]);
  return picture;
}
