/** @type {import("../../words.js").Catalogue} */
export default {
  "Sign out for good?": "Endgültig abmelden?",
  "You play as a guest, {name}. After signing out you cannot come back to this account: your games go on without you, and your results are lost.":
    "Du spielst als Gast, {name}. Nach dem Abmelden kannst du nicht mehr in dieses Konto zurück: Deine Spiele gehen ohne dich weiter, und deine Ergebnisse sind verloren.",
  "Stay": "Bleiben",
  "Sign out and give up my games": "Abmelden und meine Partien aufgeben",
};
