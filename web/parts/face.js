/** Faces of players, `size` pixels wide; whatever else is given is given to the drawing. How to use them: `swimmers.js`. */

import {html, useEffect, useState} from "../vendor/preact.js";

/** @typedef {"dry" | "worried" | "deepest" | "out"} Mood */
/** @typedef {{avatar: string | null | undefined, mood?: Mood, seat?: number | null, size?: number, [attribute: string]: any}} FaceProps */

/** @type {typeof import("./swimmers.js") | null} */
let swimmers = null;

/** @param {Omit<FaceProps, "avatar" | "seat"> & {game: Pick<Api.Schemas["Game"], "seats">, seat: number}} props */
export function SeatFace({game, seat, ...more}) {
  return html`<${Face} avatar=${game.seats.find((one) => one.seat === seat)?.avatar} seat=${seat} ...${more} />`;
}

/** @param {FaceProps} props */
export function Face({avatar, mood = "dry", seat = null, size = 24, ...more}) {
  const [drawn, show] = useState(swimmers);
  useEffect(() => {
    // Another face may have loaded them since this one was drawn.
    if (!drawn) void import("./swimmers.js").then((one) => show((swimmers = one)), () => {});
  }, []);
  return html`<svg class="face" viewBox="0 0 48 48" width=${size} height=${size} aria-hidden="true" ...${more}>
    ${swimmers ? swimmers.draw(avatar ?? null, mood, seat) : html`<circle cx="24" cy="26" r="17" fill="currentColor" opacity="0.15" />`}</svg>`;
}
