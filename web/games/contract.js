/**
 * What draws a ruleset: `web/games/<id>/index.js` exports one of these as its default.
 *
 * @typedef {{type: string, [member: string]: unknown}} Action
 *
 * @typedef {{
 *   game: Api.Schemas["Game"],
 *   names: import("../names.js").Names,
 *   chosen: Action | null,
 *   sealed: boolean,
 *   events: Api.LoggedEvent[],
 * }} About
 * What a picture may look at besides: `chosen` is what stands in the bar, `sealed` whether it is sealed already.
 *
 * @typedef {Api.VNode | string | null | false} Drawn
 *
 * @typedef {{
 *   draw: (table: any, mine: any, choose: (action: Action) => void, about: About) => Drawn,
 *   words: (action: Action, table: any, about: About) => string,
 *   moment: (events: Api.LoggedEvent[], about: About) => Drawn,
 * }} Picture
 * `draw` shows the table, and offers each of `mine.legal_actions` as something that can be chosen; choosing does
 * not seal. `words` says an action in words, with what it would do where that is known. `moment` shows what has
 * happened from one closed turn to the next.
 */

export {};
