/** Notifications in this browser (Web Push). A press switches them on, because a browser asks only then. */

import {act} from "../api.js";
import {tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {addReceiver, forgetReceivers, isToldHere} from "../push/receivers.js";
import {canPush, isSubscribed, subscribePush, unsubscribePush} from "../push/subscription.js";
import {html, useEffect, useRef, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @param {{publicKey: string, receivers: Api.Schemas["Receiver"][], look: () => Promise<unknown>}} props */
export function ThisBrowser({publicKey, receivers, look}) {
  const [on, setOn] = useState(/** @type {boolean | null} */ (null));
  const [failed, setFailed] = useState(false);
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  // A subscription may outlive its receiver, the account, or the server's key.
  useEffect(() => void isSubscribed(publicKey).then((is) => setOn(is && isToldHere(receivers))), [publicKey, receivers]);
  const isAsking = useRef(false);
  async function turnOn() {
    // The browser asks for as long as it likes.
    if (isAsking.current) return;
    isAsking.current = true;
    const made = await subscribePush(publicKey);
    isAsking.current = false;
    setFailed(made === null);
    if (!made) return;
    const {endpoint, keys} = made;
    const changes = {channel: /** @type {const} */ ("web_push"), address: {endpoint, keys}, note: device()};
    const result = await act("POST", "/me/receivers", {}, changes);
    setProblem(result.ok ? null : result.problem);
    if (result.ok) {
      addReceiver(result.data.id);
      tell(t("Saved."));
    } else await unsubscribePush();
    await look();
  }
  async function turnOff() {
    // The push service then says that the browser is gone, and the server forgets it.
    await unsubscribePush();
    forgetReceivers();
    setOn(false);
    tell(t("Saved."));
  }
  const had = canPush();
  if (had === "denied") return html`<p class="quiet">${t("Notifications from this page are blocked in this browser. You can change that in its settings.")}</p>`;
  if (had === "no") return html`<p class="quiet">${t("This browser cannot show notifications. On an iPhone, first add this page to the home screen.")}</p>`;
  return html`<div class="this-browser">
    ${on
      ? html`<button type="button" class="other" onClick=${turnOff}>${t("Turn off notifications in this browser")}</button>`
      : html`<button type="button" class="main" onClick=${turnOn}>${t("Turn on notifications in this browser")}</button>`}
    ${failed && html`<p class="refused" role="alert">${t("The browser did not turn them on. It may be offline, or it may be waiting for your permission.")}</p>`}
    <${ProblemMessage} problem=${problem} />
  </div>`;
}

/** What a person calls this browser, as far as it says. */
function device() {
  const data = /** @type {any} */ (navigator).userAgentData;
  return String(data?.platform ?? navigator.platform ?? "").slice(0, 100);
}
