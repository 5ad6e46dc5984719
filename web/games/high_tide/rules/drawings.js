/** Drawings in the rules of High Tide, made of the pieces that lie on the table. */

import {html} from "../../../vendor/preact.js";
import {Beaches} from "../beach.js";
import {Pair} from "../dice.js";
import {Track} from "../track.js";

const COLOURS = ["black", "purple", "blue", "orange", "yellow", "white"];
const NAMES = ["Ann", "Ben", "Cleo", "Dan"];
const SHORT = 8;

/** Somebody at seat 0 of a table with short beaches. */
const about = /** @type {any} */ ({
  game: {options: {beach_length: SHORT}, mine: {seat: 0}, seats: [], turn: null},
  names: (/** @type {number} */ seat) => NAMES[seat],
  chosen: null,
});

/** @typedef {{chairs?: Record<number, number[]>, flooded?: number[], water?: number, coins?: {space: number, value: number}[]}} Some */

/**
 * A beach; chairs that are not named stand at the bar.
 *
 * @param {string} beach @param {Some} [some]
 */
function beach(beach, {chairs = {}, flooded = [], water = SHORT + 1, coins = []} = {}) {
  const away = [...flooded, ...Object.values(chairs).flat()];
  const bar = [0, 1, 2].filter((seat) => !away.includes(seat));
  const spaces = Object.entries(chairs).map(([space, seats]) => ({space: Number(space), seats}));
  return {beach, water, flooded, coins, chairs: [{space: 0, seats: bar}, ...spaces]};
}

/** @param {{some?: Record<string, Some>, places?: unknown[], more?: object}} props */
function Six({some = {}, places = [], more = {}}) {
  const table = {beaches: COLOURS.map((one) => beach(one, some[one])), ...more};
  return html`<${Beaches} table=${/** @type {any} */ (table)} about=${about} places=${/** @type {any} */ (places)} />`;
}

const begun = {
  black: {chairs: {5: [1], 3: [0]}},
  blue: {chairs: {1: [0], 6: [2]}},
  yellow: {chairs: {4: [2, 0]}},
  white: {chairs: {7: [1]}},
};
const low = {left: {colour: "yellow", face: 5}, right: {colour: "black", face: 3}};

export const Begin = () => html`<${Six} some=${begun} />`;

export function TrackOf() {
  const free = {pair: null, towel: null};
  const spaces = [
    {space: 1, ...free, towel: 1, available: true},
    {space: 2, ...free, pair: low, available: true},
    {space: 3, ...free, available: true},
    {space: 4, ...free, available: false},
  ];
  const table = /** @type {any} */ ({track: {spaces, rental: 4}, towel_pile: [0, 2]});
  return html`<${Track} play=${{table, about, actions: [], choose: () => {}}} />`;
}

export function Rolled() {
  const pair = {left: {colour: "blue", face: 4}, right: {colour: "orange", face: 2}};
  const places = [{beach: "blue", start: 1, end: 5, wet: false}, {beach: "orange", start: 0, end: 2, wet: false}];
  return html`<p class="shown-dice"><${Pair} pair=${pair} /></p><${Six} some=${begun} places=${places} />`;
}

export function Waves() {
  const after = {...begun, yellow: {chairs: {4: [2, 0]}, water: 6}, black: {chairs: {3: [0]}, flooded: [1], water: 5}};
  return html`<p class="shown-dice"><${Pair} pair=${low} /></p><${Six} some=${after} />`;
}

export function Places() {
  const table = /** @type {any} */ ({beaches: [beach("blue", {chairs: {6: [0, 2]}, flooded: [3], water: 7})]});
  return html`<div class="one-beach"><${Beaches} table=${table} about=${about} places=${[]} /></div>`;
}

export function WithCoins() {
  const coins = [4, 1, 8, 3, 6, 2, 7, 5].map((value, at) => ({space: at + 1, value}));
  const table = /** @type {any} */ ({beaches: [beach("blue", {chairs: {2: [0]}, coins: coins.filter((one) => one.space !== 2)})]});
  return html`<div class="one-beach"><${Beaches} table=${table} about=${about} places=${[]} /></div>`;
}

export const Alerted = () => html`<${Six} some=${begun} more=${{shark_alert: {alert: "white"}}} />`;

export const Surfing = () => html`<${Six} some=${{...begun, blue: {flooded: [0], chairs: {6: [2]}, water: 8}}} more=${{surfers: ["blue", "black", "orange"]}} />`;
