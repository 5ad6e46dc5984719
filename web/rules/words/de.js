/** The rules in German. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "A game by {name}, told in our own words.": "Ein Spiel von {name}, mit unseren eigenen Worten erzählt.",
  "Explain the table": "Tisch erklären",
  "Chapters": "Kapitel",
  "Close": "Schließen",
  "Rules of {game}": "Regeln von {game}",
};
