/** A small table that plays a few turns by itself, over and over, for the front page. It tells nothing that is not in words beside it. */

import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {highTide} from "./high_tide/showcase.js";
import {turnTheTide} from "./turn_the_tide/showcase.js";

/**
 * `still` is the frame that is shown at first, and the only one with reduced motion.
 *
 * @template {{ms: number}} F
 * @typedef {{frames: F[], still: number, draw: (frame: F) => Api.Children}} Scene
 */

export const style = new URL("./showcase.css", import.meta.url).href;

/** @type {Record<string, Scene<any>>} */
const SCENES = {turn_the_tide: turnTheTide, high_tide: highTide};

/** @param {{ruleset: string}} props */
export default function Showcase({ruleset}) {
  const scene = SCENES[ruleset];
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const at = useFrames(place, scene);
  return scene && html`<div class="showcase" ref=${place} aria-hidden="true"><svg viewBox="0 0 360 190">${scene.draw(scene.frames[at])}</svg></div>`;
}

/** The number of the frame that is due, while this place can be seen. @param {{current: Element | null}} place @param {Scene<any> | undefined} scene */
function useFrames(place, scene) {
  const [at, setAt] = useState(scene?.still ?? 0);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let isNear = false;
    const look = () => setSeen(isNear && !document.hidden);
    const watcher = new IntersectionObserver(([entry]) => {
      isNear = entry?.isIntersecting ?? false;
      look();
    });
    watcher.observe(place.current);
    document.addEventListener("visibilitychange", look);
    return () => {
      watcher.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  useEffect(() => {
    if (!isSeen || !scene) return;
    const timer = setTimeout(() => setAt((at + 1) % scene.frames.length), scene.frames[at].ms);
    return () => clearTimeout(timer);
  }, [isSeen, at]);
  return at;
}
