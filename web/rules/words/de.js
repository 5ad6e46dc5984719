/** The rules in German. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "A game by {name}, told in our own words.": "Ein Spiel von {name}, mit unseren eigenen Worten erzählt.",
  "Explain the table": "Tisch erklären",
  "Chapters": "Kapitel",
  "Keys: arrows go from one choice to the next, Enter seals or plays it. Any key skips what is shown. When you look back, the arrows go from move to move.": "Tasten: Pfeile gehen von einer Wahl zur nächsten, Enter versiegelt oder spielt sie. Jede Taste überspringt, was gerade gezeigt wird. Beim Zurückschauen gehen die Pfeile von Zug zu Zug.",
  "Close": "Schließen",
  "Rules of {game}": "Regeln von {game}",
};
