/** German. The key is the English text; where a number decides, both forms stand there. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "You play as a guest.": "Du spielst als Gast.",
  "what I say about myself": "was ich über mich sage",
  "when I joined": "seit wann ich hier bin",
  "how many games I have played and won": "wie viele Spiele ich gespielt und gewonnen habe",
  "how often I move in time": "wie oft ich rechtzeitig spiele",
  "Saved.": "Gespeichert.",
  "What others see": "Was andere von dir sehen",
  "Something about you": "Etwas über dich",
  "Your page shows": "Deine Seite zeigt",
  "Save": "Speichern",
  "same as this device": "wie das Gerät eingestellt ist",
  "light": "hell",
  "dark": "dunkel",
  "On this device": "Auf diesem Gerät",
  "Colours": "Farben",
  "Times are shown in this device's time zone: {zone}.": "Zeiten stehen in der Zeitzone dieses Geräts: {zone}.",
  "Password, passkeys and email address": "Passwort, Passkeys und E-Mail-Adresse",
  "Change my name": "Namen ändern",
  "Apps that may act for you": "Apps, die für dich handeln dürfen",
  "Tokens": "Token",
  "Download my data": "Meine Daten herunterladen",
  "Delete my account": "Mein Konto löschen",
  "Your account": "Dein Konto",
};
