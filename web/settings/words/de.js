/** German. The key is the English text; where a number decides, both forms stand there. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "You play as a guest.": "Du spielst als Gast.",
  "what I say of myself": "was ich über mich sage",
  "since when I am here": "seit wann ich hier bin",
  "how many games I have played and won": "wie viele Spiele ich gespielt und gewonnen habe",
  "how often I answer in time": "wie oft ich rechtzeitig antworte",
  "Saved.": "Gespeichert.",
  "What others see of you": "Was andere von dir sehen",
  "Something about you": "Etwas über dich",
  "Your page shows": "Deine Seite zeigt",
  "Save": "Speichern",
  "as the machine is set": "wie das Gerät eingestellt ist",
  "light": "hell",
  "dark": "dunkel",
  "On this device": "Auf diesem Gerät",
  "Colours": "Farben",
  "Times are shown in the zone of this machine: {zone}.": "Zeiten stehen in der Zeitzone dieses Geräts: {zone}.",
  "Password, passkeys and address for mail": "Passwort, Passkeys und Mailadresse",
  "Another name": "Ein anderer Name",
  "Apps that may act for you": "Apps, die für dich handeln dürfen",
  "Tokens": "Token",
  "All that is kept of you": "Alles, was über dich gespeichert ist",
  "Leave for good": "Für immer gehen",
  "Your account": "Dein Konto",
};
