/**
 * The face of a player: one of twelve swimmers, and a rubber duck for a bot of the server.
 *
 * - `<${Face} avatar=${seat.avatar} />` is a drawing of 24 by 24 pixels; `size` is another width, and `class`,
 *   `x` and `y` are those of the drawing, which also goes into another one. `avatar` is as the API has it: null, for a
 *   seat without a player, is the duck.
 * - `<${SeatFace} game=${game} seat=${1} />` finds the avatar of a seat of a game, and the cap is that seat's.
 * - `seat` gives the cap that seat's colour and pattern (`towel.js`); without it the cap is plain.
 * - `mood` is "dry", "worried", "deepest" or "out": what everybody can see, never what a player has sealed.
 *
 * It is hidden from screen readers: the name stands beside it. The drawings are in `swimmers.js`, which is loaded once the
 * first face is there; until then a pale disc keeps the place.
 */

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
