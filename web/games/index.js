/** The picture of each ruleset. One that nobody has drawn yet gets the general one, and can be played. */

import {askForPicture, styled} from "../ahead.js";
import {useEffect, useState} from "../vendor/preact.js";

/** @typedef {import("./contract.js").Picture} Picture */

/** @type {Record<string, () => Promise<{default: Picture}>>} */
const DRAWN = {
  turn_the_tide: () => import("./turn_the_tide/index.js"),
  high_tide: () => import("./high_tide/index.js"),
};

/** Loaded, and drawn as it should look. @param {string} ruleset */
export async function pictureOf(ruleset) {
  askForPicture(ruleset);
  const load = DRAWN[ruleset] ?? (() => import("./general/index.js"));
  const [found] = await Promise.all([load(), styleOf(ruleset)]);
  return found.default;
}

/** The picture of a ruleset, once it is loaded. @param {string} ruleset */
export function usePicture(ruleset) {
  const [picture, setPicture] = useState(/** @type {Picture | null} */ (null));
  useEffect(() => {
    void pictureOf(ruleset).then((found) => setPicture(() => found));
  }, [ruleset]);
  return picture;
}

/** Once the style of a ruleset's picture counts; one without a picture has none. @param {string} ruleset */
export async function styleOf(ruleset) {
  if (ruleset in DRAWN) await styled(new URL(`./${ruleset}/picture.css`, import.meta.url).href);
}
