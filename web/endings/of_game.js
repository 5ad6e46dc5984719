/** What a game itself adds to its ends. */

import {loadStyle} from "../preloads.js";
import {useEffect, useState} from "../vendor/preact.js";

/** @typedef {import("../games/contract.js").EndingsOfGame} EndingsOfGame */

/** Null until it is loaded, and where there is nothing. @param {import("../games/contract.js").Picture} picture */
export function useEndings(picture) {
  const [found, setFound] = useState(/** @type {EndingsOfGame | null} */ (null));
  useEffect(() => {
    void picture.endings?.().then(async (one) => (await loadStyle(one.style), setFound(() => one)), () => {});
  }, [picture]);
  return found;
}
