/** The end of a stage: a wave wipes the table, and what the stage has come to stands there until one goes on. */

import {namesOf} from "../names.js";
import {say} from "../parts/announcements.js";
import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {useEndings} from "./of_game.js";
import {Wave} from "./wave.js";

export const style = new URL("./endings.css", import.meta.url).href;
export const words = ["endings"];

/** Milliseconds until the wave covers the table. */
const COVERED = 350;
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {{game: Api.Schemas["Game"], picture: import("../games/contract.js").Picture, events: Api.LoggedEvent[], next: () => void}} props `events`: what the turn has led to */
export default function Curtain({game, picture, events, next}) {
  const [isDown, setDown] = useState(isCalm);
  const own = useEndings(picture);
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const stage = events.find((one) => one.type === "stage_ended")?.data.stage;
  const isShown = isDown && own !== null;
  useEffect(() => {
    const timer = setTimeout(() => setDown(true), COVERED);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isShown) return;
    say(t("Stage {n} is over.", {n: stage}));
    button.current?.focus({preventScroll: true});
  }, [isShown]);
  return html`<${Wave} />${isShown && html`<section class="panel curtain table" aria-label=${t("The end of a stage")}>
    <h2>${t("Stage {n} is over.", {n: stage})}</h2>
    ${own.StageEnd && html`<${own.StageEnd} events=${events} game=${game} names=${namesOf(game)} />`}
    <p><button type="button" class="main" ref=${button} onClick=${next}>${t("Next hand")}</button></p>
  </section>`}`;
}
