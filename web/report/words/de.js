/** German: what a report says. */

/** @type {import("../../words.js").Catalogue} */
export default {
  "Reported. Only moderators read it. If you have given an address, the answer comes by mail.": "Gemeldet. Nur die Moderation liest es. Wenn du eine Adresse angegeben hast, kommt die Antwort per Mail.",
  "What is wrong? Only moderators read this.": "Was ist nicht in Ordnung? Nur die Moderation liest das.",
  "Send the report": "Meldung abschicken",
};
