/** Looking back through a game, in German. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "One move back": "Einen Schritt zurück",
  "{n} of {all}": "{n} von {all}",
  "One move on": "Einen Schritt weiter",
  "The whole turn": "Der ganze Zug",
  "Stop": "Anhalten",
  "Play the moves": "Abspielen",
  "Faster": "Schneller",
  "The table as it stood then": "Der Tisch, wie er damals stand",
  "Back to now": "Zurück zu jetzt",
};
