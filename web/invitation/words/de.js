/** German. The key is the English text; where a number decides, both forms stand there. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "{n} uses left": {one: "noch {n} Mal zu gebrauchen", other: "noch {n} Mal zu gebrauchen"},
  "You play as a guest.": "Du spielst als Gast.",
  "Take a seat": "Platz nehmen",
  "An invitation": "Eine Einladung",
  "If this invitation names you, sign in first.": "Wenn die Einladung dich beim Namen nennt, melde dich erst an.",
  "{name} invites you to {game}": "Eingeladen von {name}: {game}",
  "Take a seat as a guest": "Als Gast Platz nehmen",
  "As a guest you need no name or password. With an account you can come back from any device:": "Als Gast brauchst du weder Name noch Passwort. Mit einem Konto kannst du von jedem Gerät zurückkommen:",
  "; the host starts the game.": "; der Gastgeber beginnt das Spiel.",
  "; the game starts when all are taken.": "; das Spiel beginnt, wenn alle besetzt sind.",
  "The link is valid for {span}.": "Der Link gilt noch: {span}.",
  "{n} seats": {one: "{n} Platz", other: "{n} Plätze"},
  "Declined.": "Abgelehnt.",
  "Decline": "Ablehnen",
};
