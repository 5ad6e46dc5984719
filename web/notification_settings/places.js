/** Places that get notifications: this browser and others. Each can be tested, switched off and removed. */

import {act} from "../api.js";
import {tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {forgetReceiver} from "../push/receivers.js";
import {isGuest} from "../token.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {channelName} from "./channels.js";
import {Adding} from "./new_channel.js";
import {ThisBrowser} from "./this_browser.js";

/** @typedef {Api.Schemas["Receiver"]} Receiver */
/** @typedef {import("../api.js").Problem | null} Problem */

/** @param {{offered: Api.Schemas["Channel"][], receivers: Receiver[], look: () => Promise<unknown>}} props */
export function Places({offered, receivers, look}) {
  const channels = offered.filter((one) => one.guests || !isGuest());
  const push = channels.find((one) => one.channel === "web_push");
  return html`<section class="panel"><h2>${t("Where")}</h2>
    <ul class="receivers">${receivers.map((one) => html`<${One} key=${one.id} receiver=${one} look=${look} />`)}</ul>
    ${receivers.length === 0 && html`<p>${t("Nowhere yet. Verify your email address to get notifications by mail.")} <a href="/account/">${t("My account")}</a></p>`}
    ${push && html`<${ThisBrowser} publicKey=${push.key ?? ""} receivers=${receivers} look=${look} />`}
    <${Adding} channels=${channels.filter((one) => one !== push)} look=${look} />
  </section>`;
}

/** @param {{receiver: Receiver, look: () => Promise<unknown>}} props */
function One({receiver, look}) {
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  const {id, channel, enabled, disabled, failing_since: failing} = receiver;
  const name = [channelName(channel), receiver.note].filter(Boolean).join(": ");
  /** @param {Promise<{ok: true} | {ok: false, problem: Problem}>} asked @param {string} words */
  async function done(asked, words) {
    const result = await asked;
    setProblem(result.ok ? null : result.problem);
    if (result.ok) tell(words);
    await look();
  }
  const test = () => done(act("POST", "/me/receivers/{receiver}/test", {receiver: id}), t("A test is on its way."));
  const turn = () => done(act("PATCH", "/me/receivers/{receiver}", {receiver: id}, {enabled: !enabled}), t("Saved."));
  async function remove() {
    const result = await act("DELETE", "/me/receivers/{receiver}", {receiver: id});
    if (result.ok) forgetReceiver(id);
    await done(Promise.resolve(result), t("Removed."));
  }
  return html`<li>
    <div><strong dir="auto">${name}</strong> <span class="quiet">${Object.values(receiver.address).join(" ")}</span>
      ${!enabled && html`<p class="quiet">${why(disabled?.why ?? "")}</p>`}
      ${enabled && failing && html`<p class="refused">${t("The last notification did not arrive; the server tries again.")}</p>`}
      <${ProblemMessage} problem=${problem} /></div>
    <div class="row">
      ${enabled && html`<button type="button" class="other" onClick=${test}>${t("Send a test")}<span class="unseen"> ${name}</span></button>`}
      <button type="button" class="other" aria-pressed=${enabled} onClick=${turn}>${enabled ? t("On") : t("Off")}<span class="unseen"> ${name}</span></button>
      ${channel !== "mail" && html`<button type="button" class="plain" onClick=${remove}>${t("Remove")}<span class="unseen"> ${name}</span></button>`}
    </div></li>`;
}

/** @param {string} code */
function why(code) {
  if (code === "gone") return t("Switched off: this destination no longer exists.");
  if (code === "failed") return t("Switched off: nothing could be delivered there for a long time.");
  if (code === "signed_out") return t("Switched off, because your password was changed or the app that set it up lost its access.");
  return t("Switched off.");
}
