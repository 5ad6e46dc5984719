/** The page of notification settings: hours, places, kinds, and private addresses. */

import {act, read} from "../api.js";
import {tell} from "../parts/announcements.js";
import {SignIn} from "../parts/frame.js";
import {Heading} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Hours} from "./hours.js";
import {Kinds} from "./kinds.js";
import {Places} from "./places.js";
import {PrivateLinks} from "./private_links.js";

/** @typedef {Api.Schemas["Preferences"]} Preferences */
/** @typedef {import("../api.js").Problem} Problem */

export const style = new URL("./notification_settings.css", import.meta.url).href;
export const words = ["notification_settings"];

const WHOLE = {include: "receivers,subscriptions"};

export default function NotificationSettings() {
  return html`<section class="narrow notices">
    <${Heading} title=${t("Notifications")}>${t("Notifications")}<//>
    ${username() ? html`<${All} />` : html`<p>${t("Sign in to choose your notifications.")}</p><${SignIn} />`}
  </section>`;
}

function All() {
  const [found, setFound] = useState(/** @type {Preferences | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const look = () => read("/me/notifications", {}, WHOLE).then((result) => (result.ok ? setFound(result.data) : setProblem(result.problem)));
  useEffect(() => void look(), []);
  /** @param {Api.Schemas["PreferencesRequest"]} changes */
  async function change(changes) {
    const result = await act("PATCH", "/me/notifications", {}, changes);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    setFound((before) => ({...before, ...result.data}));
    tell(t("Saved."));
  }
  if (!found) return html`<${ProblemMessage} problem=${problem} />`;
  const {receivers = [], subscriptions = []} = found;
  return html`
    <${ProblemMessage} problem=${problem} />
    <${Places} offered=${found.channels} receivers=${receivers} look=${look} />
    <${Hours} preferences=${found} isTold=${receivers.length > 0} change=${change} />
    <${Kinds} preferences=${found} receivers=${receivers} change=${change} />
    <${PrivateLinks} subscriptions=${subscriptions} look=${look} />`;
}
