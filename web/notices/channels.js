/** What the page knows of each channel: its name, and what has to be filled in. A new one is shown by its name alone. */

import {t} from "../words.js";

/** @typedef {{name: string, label: string, help?: string, type?: "url" | "text" | "checkbox", needed?: boolean}} Field */

/** @param {string} channel */
export function channelName(channel) {
  /** @type {Record<string, string>} */
  const names = {
    mail: t("Mail"),
    web_push: t("This browser"),
    ntfy: "ntfy",
    discord: "Discord",
    slack: "Slack",
    matrix: "Matrix",
    apprise: "Apprise",
  };
  return names[channel] ?? channel;
}

/** What one fills in. @param {string} channel @returns {Field[]} */
export function fields(channel) {
  const url = {name: "url", label: t("Address"), type: /** @type {const} */ ("url"), needed: true};
  if (channel === "ntfy") {
    return [
      {...url, help: t("The whole address of your topic, such as https://ntfy.sh/my-long-secret-topic. Whoever knows it reads along, so make it long.")},
      {name: "token", label: t("Access token, if the topic wants one")},
      {name: "moves", type: "checkbox", label: t("Offer moves as buttons. Whoever sees the notice then sees cards of my hand, and can play one.")},
    ];
  }
  if (channel === "matrix") {
    return [
      {...url, label: t("Home server"), help: "https://matrix.org"},
      {name: "room", label: t("Id of the room"), help: "!abcdef:matrix.org", needed: true},
      {name: "token", label: t("Access token of the account that writes"), needed: true},
    ];
  }
  if (channel === "discord") return [{...url, help: t("In Discord: edit the channel, Integrations, Webhooks, copy the address.")}];
  if (channel === "slack") return [{...url, help: t("In Slack: add an incoming webhook to a channel, and copy its address.")}];
  return [{...url, type: "text"}];
}

/** The address as the call wants it, of what was filled in: what is empty is left out. @param {string} channel @param {FormData} form */
export function addressOf(channel, form) {
  const filled = fields(channel).map(({name, type}) => [name, type === "checkbox" ? form.has(name) : String(form.get(name) ?? "").trim()]);
  return Object.fromEntries(filled.filter(([, value]) => value !== "" && value !== false));
}
