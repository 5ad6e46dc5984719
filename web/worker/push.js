/**
 * Notifications that come while no page is open, and presses on them.
 *
 * A notice is JSON: `{title, body, url, tag, actions?: [{action, title}]}`. `url` is an address of this server; a
 * later notice with the same `tag` takes the place of the earlier.
 */

import {place} from "../router.js";

/** @typedef {{title: string, body?: string, url?: string, tag?: string, actions?: {action: string, title: string}[]}} Notice */

const HOME = "/home";

/** @param {Worker.Global} worker @param {string} site The name of this place. */
export function hearPushes(worker, site) {
  worker.addEventListener("push", (event) => {
    const notice = parsed(event.data?.text() ?? "", site);
    // A browser takes the permission back from a page that is pushed something and shows nothing.
    event.waitUntil(worker.registration.showNotification(notice.title, look(notice)));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(opened(worker, goal(event.notification, worker.location.origin)));
  });
}

/** What was pushed; what cannot be read is a notice all the same. @param {string} text @param {string} site @returns {Notice} */
export function parsed(text, site) {
  try {
    const found = JSON.parse(text);
    if (typeof found?.title === "string") return found;
  } catch {
    // Said below.
  }
  return {title: site};
}

/** @param {Notice} notice */
export function look({body, url, tag, actions}) {
  return {
    body: body ?? "",
    tag: tag ?? "",
    // The later one is shown even if the earlier was dismissed.
    renotify: Boolean(tag),
    icon: new URL("../icons/192.png", import.meta.url).href,
    badge: new URL("../icons/badge.png", import.meta.url).href,
    actions: actions ?? [],
    data: {url: url ?? HOME},
  };
}

/** Where a press leads, whichever action it was: to the notice's address, never to another server. @param {Worker.NotificationEvent["notification"]} notification @param {string} origin */
export function goal(notification, origin) {
  const found = new URL(notification.data?.url ?? HOME, origin);
  return found.origin === origin ? found.href : new URL(HOME, origin).href;
}

/** Show an address: in a window that shows it already, in any other of the table, or in a new one. @param {Worker.Global} worker @param {string} url */
async function opened(worker, url) {
  const windows = await worker.clients.matchAll({type: "window"});
  const there = windows.find((one) => one.url === url) ?? windows.find(isOfTheTable);
  if (!there) return worker.clients.openWindow(url);
  await there.focus();
  // The page goes there itself, and loses neither its player nor what is chosen there.
  if (there.url !== url) there.postMessage({go: url});
}

/** Guides and the pages of an account are windows of this server too, but nobody there hears where to go. @param {{url: string}} window */
const isOfTheTable = ({url}) => place(new URL(url).pathname).page !== "lost";
