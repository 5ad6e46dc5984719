/** Names of the variants of games: editions, expansions, and other options of a host. */

import {t} from "../words.js";

/** @typedef {Record<string, unknown>} Options */

/** @type {Record<string, () => string>} */
const NAMES = {
  amigo: () => t("Amigo"),
  gamewright: () => t("Gamewright"),
  bga: () => t("Board Game Arena"),
  bga_modified: () => t("Board Game Arena, modified"),
  coins: () => t("Coins"),
  shark_alert: () => t("Shark alert"),
  surfer: () => t("Surfer"),
  surfers: () => t("Surfer tiles"),
  open: () => t("face up"),
  hidden: () => t("face down"),
  baywatch: () => t("Baywatch"),
  edition: () => t("Edition"),
  expansions: () => t("Expansions"),
  beach_length: () => t("Dry spaces of each beach"),
  rental_start: () => t("Where the deckchair rental starts"),
  large_wave: () => t("Spaces under a large wave"),
  small_wave: () => t("Spaces under a small wave"),
  coin_values: () => t("Values of the coins of each colour"),
  shark_distances: () => t("How far each shark pushes a chair back"),
};

/** @type {Record<string, () => string>} */
const MEANINGS = {
  amigo: () => t("Three to five players. After an elimination the next highest pays too."),
  gamewright: () => t("Three to five players. After an elimination no other player pays."),
  bga: () => t("As Amigo, with up to six players."),
  bga_modified: () => t("As Gamewright, with up to six players."),
  open: () => t("Everyone sees who surfs where."),
  hidden: () => t("Until the end, players see only their own tile."),
  coins: () => t("Coins lie in the sand: collect one of each colour."),
  shark_alert: () => t("A shark drives the foremost chair of one beach back."),
  surfer: () => t("On one beach your chair scores in the water."),
  baywatch: () => t("The lowest dice of a round win a tile with a special move."),
};

/** Options that say something only where this expansion is chosen. @type {Record<string, string>} */
const NEEDED = {surfers: "surfer"};

/** Whether an option says anything beside these choices. @param {string} name @param {Options} options */
export const isOfUse = (name, {expansions}) => !NEEDED[name] || (Array.isArray(expansions) && expansions.includes(NEEDED[name]));

/** @param {string} id */
export const variantName = (id) => NAMES[id]?.() ?? id.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());

/** What an edition or an expansion is about, or nothing where that is not known. @param {string} id */
export const variantMeaning = (id) => MEANINGS[id]?.() ?? "";

/**
 * The choices of a game in words, the usual ones left out but for the edition.
 *
 * @param {Options} options
 * @param {any} [schema] The JSON Schema of the options, which knows what is usual.
 */
export function optionWords(options, schema) {
  return Object.entries(options).flatMap(([name, value]) => {
    if (name === "edition") return [t("{name} edition", {name: variantName(String(value))})];
    if (name === "expansions") return expansionWords(/** @type {string[]} */ (value));
    const usual = schema?.properties?.[name]?.default;
    if (usual === undefined || !isOfUse(name, options) || JSON.stringify(usual) === JSON.stringify(value)) return [];
    return [`${variantName(name)}: ${typeof value === "string" ? variantName(value) : [value].flat().join(", ")}`];
  });
}

/** @param {string[]} some */
const expansionWords = (some) => (some.length ? some.map(variantName) : [t("without expansions")]);
