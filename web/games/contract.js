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
 *   pointed?: Action | null,
 *   point?: (action: Action | null) => void,
 * }} About
 * What a picture may look at besides: `chosen` is what stands in the bar, `sealed` whether it is sealed already,
 * `pointed` what somebody looks at before she chooses, `point` says that she does.
 *
 * @typedef {Api.VNode | string | null | false} Drawn
 *
 * @typedef {{
 *   draw: (table: any, mine: any, choose: (action: Action) => void, about: About) => Drawn,
 *   words: (action: Action, table: any, about: About) => string,
 *   moment: (events: Api.LoggedEvent[], about: About) => Drawn,
 *   after?: (action: Action, table: any, about: About) => string,
 *   verb?: (action: Action) => string,
 *   past?: () => Promise<{tableAt: (events: Api.LoggedEvent[], game: Api.Schemas["Game"], log: Api.LoggedEvent[]) => any}>,
 *   order?: () => Promise<{default: OrderForm}>,
 *   rules?: () => Promise<{default: import("../rules/book.js").Book}>,
 *   things?: import("../table/desk.js").Thing[],
 * }} Picture
 * `draw` shows the table, and offers each of `mine.legal_actions` as something that can be chosen; choosing does
 * not seal. `words` says an action in words, with what it would do where that is known. `moment` shows what has
 * happened from one closed turn to the next.
 *
 * What may be left out: `after` says more of what an action would do. `verb` is the word on the
 * button that plays an action at once ("Roll"); without it that says "Play". `past` loads what makes the table as it
 * stood after these events, the first ones of the log. `order` loads the form of a standing order; without
 * it there is one made from the ruleset's schema. `rules` loads the rules for players. `things` are what one does at
 * a table of this ruleset alone.
 *
 * @typedef {{
 *   blank: (game: Api.Schemas["Game"]) => any,
 *   isEmpty: (order: any) => boolean,
 *   Form: (props: {order: any, change: (order: any) => void, game: Api.Schemas["Game"]}) => Drawn,
 *   words: (order: any, game: Api.Schemas["Game"]) => string[],
 * }} OrderForm
 * A standing order while it is written: `blank` is one that says nothing yet, `words` says line by line what will
 * be played when.
 */

export {};
