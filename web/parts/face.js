/**
 * The faces of players, and the towels of their seats: what tells players apart wherever one appears, in dark and light
 * and without seeing colours. Screen readers do not read them: the name stands beside each.
 *
 * - `<${Face} avatar=${seat.avatar} />` is a drawing of 24 by 24 pixels; `size` is another width. `class`, `x` and `y` are
 *   given to the drawing, which also goes into another one. `avatar` is one of the twelve; null, a seat without a player,
 *   is a rubber duck: a bot of the server.
 * - `<${SeatFace} game=${game} seat=${1} />` finds the avatar of a seat of a game.
 * - `seat` gives the cap that seat's colour and pattern; without it the cap is plain.
 * - `mood` is "dry", "worried", "deepest" or "out": what everybody can see, never what a player has sealed.
 * - `<${Towel} seat=${2} />` is a small towel, 24 by 16 pixels, and fills the box that it is given. `towelOf(seat)` has the
 *   `colour`, on which `MARK` (and white) can be read; `weave(seat, d)` draws a pattern of its own lines.
 *
 * A face is drawn in a field of 48 by 48: what is behind the head, the head, its cap, its mood.
 */

import {html} from "../vendor/preact.js";

/** @typedef {"dry" | "worried" | "deepest" | "out"} Mood */
/** @typedef {{avatar: string | null | undefined, mood?: Mood, seat?: number | null, size?: number, [attribute: string]: any}} FaceProps */

/** The colour of every pattern, and of what is written on a towel. */
export const MARK = "#fff3d9";

/**
 * The lines of each pattern in a field of 24 by 24, their width, and their ends.
 * @type {{name: string, colour: string, d: string, width: number, ends: "butt" | "round"}[]}
 */
const TOWELS = [
  {name: "stripes", colour: "#c8400c", d: "M4 -4V28M12 -4V28M20 -4V28", width: 4, ends: "butt"},
  {name: "dots", colour: "#1a5fb4", d: "M5 5h.1M19 5h.1M12 12h.1M5 19h.1M19 19h.1", width: 5.5, ends: "round"},
  {name: "zigzag", colour: "#7e2fa6", d: "M-6 10l6 -6 6 6 6 -6 6 6 6 -6M-6 22l6 -6 6 6 6 -6 6 6 6 -6", width: 3.5, ends: "butt"},
  {name: "bands", colour: "#17703f", d: "M-2 4H26M-2 12H26M-2 20H26", width: 4, ends: "butt"},
  {name: "checks", colour: "#3b3547", d: "M0 3h6M12 3h6M6 9h6M18 9h6M0 15h6M12 15h6M6 21h6M18 21h6", width: 6, ends: "butt"},
  {name: "diagonals", colour: "#bd2168", d: "M-6 18L18 -6M-2 26L26 -2M6 30L30 6", width: 4, ends: "butt"},
];

/** Any seat has one, also that of a game for more players. @param {number} seat */
export const towelOf = (seat) => /** @type {typeof TOWELS[0]} */ (TOWELS[seat % TOWELS.length]);

/** A seat's pattern; its lines may be others than those of the towel. @param {number} seat @param {string} [d] */
export function weave(seat, d) {
  const one = towelOf(seat);
  return html`<path d=${d ?? one.d} fill="none" stroke=${MARK} stroke-width=${one.width} stroke-linecap=${one.ends} />`;
}

/** @param {{seat: number, width?: number, height?: number, [attribute: string]: any}} props */
export function Towel({seat, width = 24, height = 16, ...more}) {
  return html`<svg class="towel-mark" viewBox="0 0 24 24" preserveAspectRatio="xMidYMid slice" width=${width} height=${height} aria-hidden="true" ...${more}>
    <rect x="-12" y="-12" width="48" height="48" fill=${towelOf(seat).colour} />${weave(seat)}</svg>`;
}

const INK = "#17262e";
const CAP = "M8 25.5C6.5 11 15 4.5 24 4.5S41.5 11 40 25.5C33 20 15 20 8 25.5Z";
/** The cap of a player without a seat, and its band. */
const PLAIN = "#2b95b0";
const BAND = "M8.5 22C15 16.5 33 16.5 39.5 22";
/** The patterns of the towels on a cap. */
const ON_CAP = [
  "M15.5 8.5Q12.5 14 13.5 20M24 5.5V19.5M32.5 8.5Q35.5 14 34.5 20",
  "M24 9h.1M15 12.500h.1M33 12.500h.1M24 16.500h.1M12 20h.1M36 20h.1",
  "M10.5 18.500l4.5 -5.5 4.5 4.5 4.5 -5 4.5 5 4.5 -4.5 4.5 5.5",
  "M9.5 17.5C16 12 32 12 38.5 17.5M15.5 8.5C20 6.5 28 6.5 32.5 8.5",
  "M15 9h6M27 9h6M10 15h5M21 15h6M33 15h5",
  "M11 21L21 6.5M20 19.5L29.5 6.5M30 19.5L36.5 10.5",
];

/** A disc. @param {number} x @param {number} y @param {number} rx @param {number} [ry] */
const disc = (x, y, rx, ry = rx) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
/** Two of them, as far left as right of the middle. @param {number} out @param {number} y @param {number} rx @param {number} [ry] */
const pair = (out, y, rx, ry) => disc(24 - out, y, rx, ry) + disc(24 + out, y, rx, ry);

/**
 * A fill and a shape; a third member draws an outline.
 * @typedef {[fill: string, d: string, outlined?: boolean]} Shape
 *
 * @typedef {{skin: string, head?: string, behind?: Shape[], front?: Shape[], over?: Shape[], eyes?: [out: number, y: number], mouth?: number, lines?: string}} Swimmer
 * `front` lies on the head below the cap, `over` above the cap; `eyes` stand so far from the middle, `mouth` is its height,
 * and `lines` are whiskers and the like.
 */

/** @type {Record<string, Swimmer>} */
const SWIMMERS = {
  bear: {
    skin: "#a8734a", behind: [["#a8734a", pair(14.5, 14, 6.5), true], ["#e8bf94", pair(15, 14, 3)]],
    front: [["#f3dab6", disc(24, 35.5, 8.5, 6.5)], [INK, disc(24, 32, 3.2, 2.2)]], mouth: 36.5,
  },
  cat: {
    skin: "#f2a647", behind: [["#f2a647", "M8 23L8.5 4L22 11ZM40 23L39.5 4L26 11Z", true], ["#f9c9b8", "M11 16L11.5 8.5L17 12ZM37 16L36.5 8.5L31 12Z"]],
    front: [["#fff1dc", pair(4, 36, 5, 4)], ["#d9536f", "M21.5 32.5H26.5L24 35.5Z"]], mouth: 37, lines: "M4 31l8 2M4 37l8 -1M44 31l-8 2M44 37l-8 -1",
  },
  crab: {
    skin: "#e8553a", head: disc(24, 30.5, 16, 13),
    behind: [["#e8553a", "M10 40Q1 40 2.5 32.5C-0.5 29 0 22.5 4.5 21L6.5 26L10 21.5C13.5 25 12 31 8.5 33Q9 36 13 37ZM38 40Q47 40 45.5 32.5C48.5 29 48 22.5 43.5 21L41.5 26L38 21.5C34.5 25 36 31 39.5 33Q39 36 35 37Z", true]],
    front: [["#f79a83", pair(10.5, 35.5, 2.5, 1.8)]], over: [["#e8553a", "M12.5 20L11.5 9H16.5L17 19ZM35.5 20L36.5 9H31.5L31 19Z", true], ["#fff", pair(10, 9, 5), true]], eyes: [10, 9], mouth: 34.5,
  },
  fox: {
    skin: "#e4702a", head: "M24 45C14 42 6 34 7 24C8 14 15 11 24 11S40 14 41 24C42 34 34 42 24 45Z",
    behind: [["#e4702a", "M7 22L6 2L22 10ZM41 22L42 2L26 10Z", true], [INK, "M9 12L8.5 6L14 9ZM39 12L39.5 6L34 9Z"]],
    front: [["#fff3e2", "M7.5 28C14 27 20 30 24 36C28 30 34 27 40.5 28C39 36 32 42.5 24 45C16 42.5 9 36 7.5 28Z"], [INK, disc(24, 35, 3, 2.3)]], eyes: [8, 26.5], mouth: 39,
  },
  frog: {
    skin: "#63b34f", head: disc(24, 30, 18, 14.5), front: [["#d6efb9", disc(24, 39, 11, 4.5)], ["#f39a8a", pair(13, 33, 2.5, 1.8)]],
    over: [["#63b34f", pair(12.5, 13.5, 7.5), true], ["#fff", pair(12.5, 13, 4.6)]], eyes: [12.5, 13], mouth: 33,
  },
  hippo: {
    skin: "#9b8cb8", behind: [["#9b8cb8", pair(14.5, 11, 4.5), true], ["#e3b9cc", pair(14.5, 11, 2)]],
    front: [["#b9aad2", disc(24, 36.5, 14.5, 8.5), true], [INK, pair(6, 33, 1.6, 1.9)], ["#fff", "M16 41h4v3.500h-4ZM28 41h4v3.500h-4Z"]], eyes: [7.5, 25.5], mouth: 38.5,
  },
  octopus: {
    skin: "#d9628f", head: "M24 9C11 9 6 19 7 28C7.5 33 4 36 3 40C7 44 12 42 13 38C14 43 20 46 24 41C28 46 34 43 35 38C36 42 41 44 45 40C44 36 40.5 33 41 28C42 19 37 9 24 9Z",
    front: [["#f5a9c4", disc(8, 39.5, 1.8) + disc(18, 40.5, 1.8) + disc(30, 40.5, 1.8) + disc(40, 39.5, 1.8)]], mouth: 33,
  },
  otter: {
    skin: "#7b5537", behind: [["#7b5537", pair(16, 22, 4.5), true]],
    front: [["#ecd2aa", disc(24, 35.5, 11.5, 8)], [INK, disc(24, 31.5, 3.8, 2.6)]], eyes: [8, 26.5], mouth: 36.5, lines: "M6 34l9 1M6.5 39l9 -2M42 34l-9 1M41.5 39l-9 -2",
  },
  penguin: {
    skin: "#2f3e4b", front: [["#fff", "M24 26C21 20 10 21 10.5 30C11 39 18 43 24 43S37 39 37.5 30C38 21 27 20 24 26Z"], ["#f59a23", "M18.5 32.5Q24 28.5 29.5 32.5Q24 38.5 18.5 32.5Z", true]], mouth: 38.5,
  },
  puffin: {
    skin: "#26323c", front: [["#f1f1ee", pair(9, 30, 8.5, 9)], ["#f0582a", "M24 25C30 27 32 34 24 43C16 34 18 27 24 25Z", true], ["#ffd34d", "M18.9 31.5Q24 28 29.1 31.5L28.6 34.5Q24 31 19.4 34.5Z"], ["#3c6e9c", "M24 25C26.5 26 28.2 27.5 29 29.5Q24 26.5 19 29.5C19.8 27.5 21.5 26 24 25Z"]],
    eyes: [10.5, 28], mouth: 40,
  },
  turtle: {
    skin: "#a3c957", head: disc(24, 29, 15, 14.5), behind: [["#3f7a4a", disc(24, 27, 22.5, 19.5), true], ["#6aa861", "M3.5 30l6 -3 1 8 -4 3ZM44.5 30l-6 -3 -1 8 4 3ZM12 42.500l5 -4 3 6.5ZM36 42.500l-5 -4 -3 6.5Z"]],
    front: [["#6f9a36", pair(1.8, 33, 0.8, 1)], ["#f4b26b", pair(11, 35, 2.3, 1.7)]], eyes: [7, 28], mouth: 37,
  },
  walrus: {
    skin: "#a8735c", front: [["#fffaf0", "M17 37h5l-1.5 10.500h-2ZM26 37h5l-1.5 10.500h-2Z", true], ["#dcb196", pair(5.5, 34.5, 7, 5.5)], [INK, disc(24, 30.5, 3, 2.1) + pair(7, 35, 0.7) + pair(4, 36.5, 0.7) + pair(9.5, 36, 0.7)]], eyes: [8, 26], mouth: 41,
  },
};

export const AVATARS = Object.keys(SWIMMERS);

/** A bot of the server. @type {Swimmer} */
const DUCK = {skin: "#ffd23f", front: [["#f0701f", "M15 33C19 30 29 30 33 33C34 37 29 38.5 24 38.5S14 37 15 33Z", true]], eyes: [7.5, 27], mouth: 34.5};

/** What stands in the eyes and at the mouth in each mood. @type {Record<Mood, {eyes: (x: number, y: number, side: number) => any, mouth: string}>} */
const MOODS = {
  dry: {eyes: (x, y) => html`<path d=${disc(x, y, 2.6, 2.9)} fill=${INK} /><path d=${disc(x + 0.8, y - 1.1, 0.9)} fill="#fff" />`, mouth: "M-4 0q4 4 8 0"},
  worried: {
    eyes: (x, y, side) => html`<path d=${disc(x, y, 2.6, 2.9)} fill=${INK} /><path d=${disc(x + 0.6, y - 1.2, 1)} fill="#fff" />
      <path d=${`M${x + side * 4} ${y - 3.5}L${x - side * 2.5} ${y - 6.5}`} stroke=${INK} stroke-width="2.2" stroke-linecap="round" />`,
    mouth: "M-4.5 1.500q2.3 -3.5 4.5 -0.500t4.5 -0.5",
  },
  deepest: {
    eyes: (x, y, side) => html`<path d=${disc(x, y, 4.3)} fill="#fff" stroke=${INK} stroke-width="1.4" /><path d=${disc(x - side * 0.8, y + 0.6, 1.7)} fill=${INK} />`,
    mouth: "M-2.6 1a2.6 2.8 0 1 0 5.2 0a2.6 2.8 0 1 0 -5.2 0Z",
  },
  out: {eyes: (x, y) => html`<path d=${`M${x - 3} ${y}q3 3.5 6 0`} fill="none" stroke=${INK} stroke-width="2.2" stroke-linecap="round" />`, mouth: ""},
};
/** Up to the eyes in it, with two bubbles. */
const WATER = "M1 34.5q5.75 -5 11.5 0t11.5 0 11.5 0 11.5 0Q46 47 24 47.5Q2 47 1 34.5Z";

/** @param {Shape} shape */
const fill = ([colour, d, outlined]) => html`<path d=${d} fill=${colour} stroke=${outlined ? INK : "none"} stroke-width="1.7" stroke-linejoin="round" />`;

const NOTHING = {behind: [], front: [], over: [], head: disc(24, 28, 17, 16), eyes: /** @type {const} */ ([7.5, 27]), mouth: 36, lines: ""};

/** What is in the drawing of a face. @param {string | null} avatar @param {Mood} mood @param {number | null} seat */
export function draw(avatar, mood, seat) {
  // Another server may have others, some day.
  const {skin, head, behind, front, over, eyes: [out, y], mouth, lines} = {...NOTHING, ...(SWIMMERS[avatar ?? ""] ?? DUCK)};
  const {eyes, mouth: said} = MOODS[mood];
  return html`${behind.map(fill)}${fill([skin, head, true])}${front.map(fill)}
    <path d=${lines} stroke=${INK} stroke-width="1.2" stroke-linecap="round" opacity="0.7" />
    <${Cap} seat=${seat} />${over.map(fill)}${eyes(24 - out, y, -1)}${eyes(24 + out, y, 1)}
    <path d=${said} transform=${`translate(24 ${mouth})`} fill=${mood === "deepest" ? "#7a1f2b" : "none"} stroke=${INK} stroke-width="2" stroke-linecap="round" />
    ${mood === "out" && html`<path d=${WATER} fill="#35a3bd" opacity="0.88" /><path d=${disc(38, 38, 2) + disc(43, 32, 1.4) + disc(34, 43, 1.2)} fill="#dff4fa" />`}`;
}

/** @param {{seat: number | null}} props */
const Cap = ({seat}) => html`<path d=${CAP} fill=${seat === null ? PLAIN : towelOf(seat).colour} />
  ${seat === null ? html`<path d=${BAND} fill="none" stroke=${MARK} stroke-width="2.2" />` : weave(seat, ON_CAP[seat % ON_CAP.length])}
  <path d=${CAP} fill="none" stroke=${INK} stroke-width="1.7" stroke-linejoin="round" />`;

/** @param {Omit<FaceProps, "avatar" | "seat"> & {game: Pick<Api.Schemas["Game"], "seats">, seat: number}} props */
export function SeatFace({game, seat, ...more}) {
  return html`<${Face} avatar=${game.seats.find((one) => one.seat === seat)?.avatar} seat=${seat} ...${more} />`;
}

/** `size` pixels wide; whatever else is given is given to the drawing. @param {FaceProps} props */
export const Face = ({avatar, mood = "dry", seat = null, size = 24, ...more}) =>
  html`<svg class="face" viewBox="0 0 48 48" width=${size} height=${size} aria-hidden="true" ...${more}>${draw(avatar ?? null, mood, seat)}</svg>`;
