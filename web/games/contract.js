/**
 * The contract of a game's folder: `web/games/<id>/index.js` exports a `Picture` as its default.
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
 *   play?: (action: Action) => void,
 *   frame?: string,
 *   overlay?: (place: number | string, about?: About) => Drawn,
 * }} About
 * What a picture may use beside the table: `chosen` is what stands in the bar, `sealed` whether it is sealed already,
 * `pointed` the action under the pointer or the focus, and `point` sets that.
 * `play` seals an action, which plays it where one player is asked alone. `frame` is the kind of the frame in which a turn
 * is revealed, and `overlay` draws what lies over a place then: over that of a seat, or one that the picture names.
 *
 * @typedef {Api.VNode | string | null | false} Drawn
 *
 * @typedef {{kind: string, ms: number, table: any, rows: any[]}} Frame
 * A moment of a reveal: the table as it is then, and how many milliseconds it lasts.
 *
 * @typedef {{
 *   framesOf: (table: any, events: Api.LoggedEvent[], shown: any) => Frame[],
 *   stillOf: (frames: Frame[]) => Frame[],
 *   momentOf?: (table: any, events: Api.LoggedEvent[], moves: number) => Frame | null,
 *   overlay: (frame: Frame, place: any, about: any) => Drawn,
 *   style: string,
 * }} RevealOnTable
 * `framesOf` makes the frames of closed turns, from the table before them and the one that is shown, which may tell more;
 * `stillOf` makes one still picture of them, for those who want less motion. `momentOf` is what lies on the table after so
 * many moves of a turn.
 *
 * @typedef {{label: string, short: Drawn, scores: number[]}} PodiumPart
 * Points by seat, and where they come from: in words, and as short as the head of a narrow column.
 *
 * @typedef {{
 *   style?: string,
 *   parts?: (stages: Api.Schemas["GameStage"][]) => PodiumPart[],
 *   Comparison?: (props: {game: Api.Schemas["Game"], stages: Api.Schemas["GameStage"][], names: import("../names.js").Names}) => Drawn,
 *   StageEnd?: (props: {events: Api.LoggedEvent[], game: Api.Schemas["Game"], names: import("../names.js").Names}) => Drawn,
 * }} EndingsOfGame
 * What a game adds to its end and to that of a stage: `parts` are the bars of the podium, without it one for each stage;
 * `Comparison` stands below. `StageEnd` says what a stage has come to; without it no curtain falls.
 *
 * @typedef {{
 *   draw: (table: any, mine: any, choose: (action: Action) => void, about: About) => Drawn,
 *   drawBelow?: (table: any, about: About) => Drawn,
 *   actionWords: (action: Action, table: any, about: About) => string,
 *   drawEvents: (events: Api.LoggedEvent[], about: About) => Drawn,
 *   prompt?: () => string,
 *   consequence?: (action: Action, table: any, about: About) => string,
 *   buttonWord?: (action: Action) => string,
 *   isPlayedOnTable?: boolean,
 *   movesSince?: (events: Api.LoggedEvent[], game: Api.Schemas["Game"]) => {turn: number, words: string} | null,
 *   replay?: () => Promise<{tableAt: (events: Api.LoggedEvent[], game: Api.Schemas["Game"], log: Api.LoggedEvent[]) => any, handAt?: (table: any, game: Api.Schemas["Game"]) => any}>,
 *   reveal?: () => Promise<RevealOnTable>,
 *   endings?: () => Promise<EndingsOfGame>,
 *   hasCurtain?: boolean,
 *   orderForm?: () => Promise<{default: OrderForm}>,
 *   rules?: () => Promise<{default: import("../rules/book.js").Book}>,
 *   tips?: import("../parts/tips.js").LoadTips,
 *   menuEntries?: import("../table/menu.js").MenuEntry[],
 * }} Picture
 * `draw` shows the table, and offers each of `mine.legal_actions` as something that can be chosen; choosing does
 * not seal. `actionWords` says an action in words, with what it would do where that is known. `drawEvents` shows what
 * has happened from one closed turn to the next.
 *
 * What may be left out: `drawBelow` draws what stands below the bar, and `prompt` says what to do before
 * something is chosen. `consequence` says more of what an action would do. `buttonWord` is on the button that plays
 * an action at once ("Roll"); without it that says "Play". `isPlayedOnTable` says that a player who is asked alone
 * presses on the table, without a bar below it. `movesSince` says from which turn on *Again* reveals, and what its button
 * says; without it, the newest turn. `replay` loads what makes the table as it stood after these
 * events, the first ones of the log; its `handAt` tells what the
 * player held then, null where that is not known. With it, `reveal` loads how a closed turn is revealed on the table. `endings` loads
 * what the game adds at its end and, if it `hasCurtain`, at that of a stage. `orderForm` loads the form of a standing order; without it there is one made from
 * the ruleset's schema. `rules` loads the rules for players, `tips` what a first game explains. `menuEntries` are in
 * the game menu of this ruleset alone.
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
