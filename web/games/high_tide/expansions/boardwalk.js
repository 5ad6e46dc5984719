/** The boardwalk behind the bars: what expansions add beside the beaches. The tower, open dice, tiles, sharks, surfers. */

import {towelOf} from "../../../parts/face.js";
import {Lazy} from "../../../parts/lazy.js";
import {html} from "../../../vendor/preact.js";
import {t} from "../../../words.js";
import {Pair, colourName} from "../dice.js";
import {areHidden, surferOf} from "../moves.js";
import {Mark} from "../pieces.js";

/** @typedef {{table: Api.Schemas["HighTideTable"], about: import("../../contract.js").About}} At */
/** @typedef {{usable: string[], open: string | null, press: (tile: string) => void}} Tiles Those that the player may use now, and the one whose uses are shown. */

export const style = new URL("./boardwalk.css", import.meta.url).href;
const tiles = () => import("../rules/tiles.js").then(({Tile}) => ({default: Tile, style: new URL("../rules/tiles.css", import.meta.url).href}));

/** @param {At & {tiles: Tiles}} props */
export default function Boardwalk({table, about, tiles: own}) {
  const {baywatch, shark_alert: sharks} = table;
  return html`<ul class="boardwalk" aria-label=${t("Boardwalk")}>
    ${baywatch && html`<${Tower} tile=${about.game.turn ? baywatch.face_up : null} /><${OpenDice} open=${baywatch.open_dice} about=${about} />
      ${baywatch.held.map(({tile, seat}) => html`<${Held} key=${tile} tile=${tile} seat=${seat} about=${about} own=${own} />`)}`}
    ${sharks?.sharks_left && html`<${Place} words=${t("Sharks left, by spaces they push a chair back: {sharks}", {sharks: sorted(sharks.sharks_left).join(", ")})}>
      ${sorted(sharks.sharks_left).map((far) => html`<svg class="shark-tile" viewBox="0 0 28 34"><path class="fin-drawn" d="M4 17 Q8 3 23 2 Q18 9 21 17 Z" /><text x="14" y="31" text-anchor="middle">${far}</text></svg>`)}<//>`}
    ${areHidden(table) && table.scores.map((_, seat) => html`<${FaceDown} seat=${seat} beach=${surferOf(table, seat, about)} about=${about} />`)}
  </ul>`;
}

/** A place on it, whose words are for those who do not see it. @param {{words: string, children: Api.Children}} props */
const Place = ({words, children}) => html`<li title=${words}><span class="unseen">${words}</span><span class="things" aria-hidden="true">${children}</span></li>`;

/** A tile of a player; the viewer's own is pressed to see its uses. @param {{tile: string, seat: number, about: At["about"], own: Tiles}} props */
function Held({tile, seat, about, own}) {
  const drawn = html`<${Mark} seat=${seat} /><${Lazy} load=${tiles} tile=${tile} />`;
  if (seat !== about.game.mine?.seat || !own.usable.includes(tile)) return html`<${Place} words=${t("Tile {tile}: {name}.", {name: about.names(seat), tile})}>${drawn}<//>`;
  return html`<li><button type="button" class="use-tile" aria-expanded=${own.open === tile} onClick=${() => own.press(tile)}><span class="unseen">${t("Use tile {tile}", {tile})}</span><span class="things" aria-hidden="true">${drawn}</span></button></li>`;
}

/** @param {number[]} some */
const sorted = (some) => [...some].sort((one, other) => one - other);

/** @param {{tile: string | null}} props */
const Tower = ({tile}) => html`<${Place} words=${tile ? t("Tile to win: {tile}", {tile}) : t("No tile to win")}>
  <svg class="tower" viewBox="0 0 44 48"><path class="stilts" d="M10 46 L15 26 M34 46 L29 26 M12 38 H32 M17 46 V26" /><path class="hut" d="M9 26 V12 H35 V26 Z" /><path class="roof" d="M5 13 L22 3 L39 13 Z" /><path class="window" d="M14 24 V16 H30 V24 Z" /><path class="flag" d="M22 3 V-3 M22 -3 h9 v5 h-9" /></svg>
  ${tile && html`<${Lazy} load=${tiles} tile=${tile} key=${tile} />`}<//>`;

/** @param {{open: Api.Schemas["HighTideBaywatchState"]["open_dice"], about: At["about"]}} props */
const OpenDice = ({open, about}) =>
  open && html`<${Place} words=${t("Open dice: {name}, {total} in all", {name: about.names(open.seat), total: open.pair.left.face + open.pair.right.face})}><${Mark} seat=${open.seat} /><${Pair} pair=${open.pair} /><//>`;

/** A surfer tile that lies face down. @param {{seat: number, beach: string | null, about: At["about"]}} props */
function FaceDown({seat, beach, about}) {
  const words = beach ? t("Surfs on {beach} (only you see this)", {beach: colourName(beach)}) : t("Surfer tile face down: {name}", {name: about.names(seat)});
  return html`<${Place} words=${words}><svg class="face-down" viewBox="0 0 28 34"><rect x="1" y="1" width="26" height="32" rx="5" /><path d="M4 10 q5 -5 10 0 t10 0 M4 28 q5 -5 10 0 t10 0" /><circle cx="14" cy="18" r="8" fill=${towelOf(seat).colour} /><text x="14" y="22" text-anchor="middle">${seat + 1}</text></svg><//>`;
}
