/** Channels of notifications: names, and fields to fill in. A channel that is unknown here is shown by its name alone. */

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
    webhook: "Webhook",
  };
  return names[channel] ?? channel;
}

/** What one fills in. @param {string} channel @returns {Field[]} */
export function fields(channel) {
  const url = {name: "url", label: t("Address"), type: /** @type {const} */ ("url"), needed: true};
  if (channel === "ntfy") {
    return [
      {...url, help: t("The full address of your topic, such as https://ntfy.sh/my-long-secret-topic. Anyone who knows the address can read your notifications, so choose a long one.")},
      {name: "token", label: t("Access token, if the topic needs one")},
      {name: "moves", type: "checkbox", label: t("Show moves as buttons. Anyone who sees the notification then sees cards of my hand, and can play one.")},
    ];
  }
  if (channel === "matrix") {
    return [
      {...url, label: t("Home server"), help: "https://matrix.org"},
      {name: "room", label: t("Room ID"), help: "!abcdef:matrix.org", needed: true},
      {name: "token", label: t("Access token of the sending account"), needed: true},
    ];
  }
  if (channel === "discord") return [{...url, help: t("In Discord: edit the channel, Integrations, Webhooks, copy the address.")}];
  if (channel === "webhook") return [{...url, help: t("For your own program: every event of your games is sent to this address, signed with a secret.")}];
  if (channel === "slack") return [{...url, help: t("In Slack: add an incoming webhook to a channel, and copy its address.")}];
  return [{...url, type: "text"}];
}

/** The address as the call wants it, of what was filled in: what is empty is left out. @param {string} channel @param {FormData} form */
export function addressOf(channel, form) {
  const filled = fields(channel).map(({name, type}) => [name, type === "checkbox" ? form.has(name) : String(form.get(name) ?? "").trim()]);
  return Object.fromEntries(filled.filter(([, value]) => value !== "" && value !== false));
}
