/** @type {import("../../words.js").Catalogue} */
export default {
  "Sign out for good?": "Endgültig abmelden?",
  "You play as a guest, {name}. Nobody can come back to this account once you have signed out: your games go on without you, and what you have won is nobody's.":
    "Du spielst als Gast, {name}. Hast du dich abgemeldet, kommt niemand mehr in dieses Konto zurück: Deine Partien gehen ohne dich weiter, und was du gewonnen hast, gehört niemandem.",
  "Stay": "Bleiben",
  "Sign out and give up my games": "Abmelden und meine Partien aufgeben",
};
