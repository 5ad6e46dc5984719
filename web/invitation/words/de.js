/** German. The key is the English text; where a number decides, both forms stand there. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "{n} uses left": {one: "noch {n} Mal zu gebrauchen", other: "noch {n} Mal zu gebrauchen"},
  "You play as a guest.": "Du spielst als Gast.",
  "Decline": "Ablehnen",
  "Sit down": "Hinsetzen",
  "An invitation": "Eine Einladung",
  "If it is for you by name, sign in first.": "Wenn sie dir mit Namen gilt, melde dich erst an.",
  "{name} invites you to {game}": "Eingeladen von {name}: {game}",
  "Sit down as a guest": "Als Gast hinsetzen",
  "As a guest you need no name and no password. With an account you come back from any machine:": "Als Gast brauchst du weder Namen noch Passwort. Mit einem Konto kommst du von jedem Gerät zurück:",
  "; its host starts it.": "; der Gastgeber beginnt das Spiel.",
  "; it starts when all are taken.": "; es beginnt, wenn alle besetzt sind.",
  "The link is good for a while: {span}.": "Der Link gilt: {span}.",
  "{n} seats": {one: "{n} Platz", other: "{n} Plätze"},
  "Declined.": "Abgelehnt.",
};
