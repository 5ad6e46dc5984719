/** Private addresses for a calendar and a feed reader: made, replaced, ended. Each is shown once. */

import {act} from "../api.js";
import {tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {ago} from "../time.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @typedef {Api.Schemas["Subscription"]} Subscription */

/** @param {{subscriptions: Subscription[], look: () => Promise<unknown>}} props */
export function PrivateLinks({subscriptions, look}) {
  const [made, setMade] = useState(/** @type {Record<string, string>} */ ({}));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  /** @param {"calendar" | "news"} kind */
  async function make(kind) {
    const result = await act("POST", "/me/subscriptions", {}, {kind});
    setProblem(result.ok ? null : result.problem);
    if (result.ok) setMade({...made, [kind]: result.data.url});
    await look();
  }
  /** @param {"calendar" | "news"} kind */
  async function end(kind) {
    const result = await act("DELETE", "/me/subscriptions/{subscription}", {subscription: kind});
    setProblem(result.ok ? null : result.problem);
    setMade({...made, [kind]: ""});
    tell(t("The address no longer works."));
    await look();
  }
  const kinds = [
    {kind: /** @type {const} */ ("calendar"), name: t("Calendar"), about: t("Your deadlines, in any calendar that can subscribe to an address. Google Calendar refreshes every 8 to 24 hours, so a deadline today may appear too late.")},
    {kind: /** @type {const} */ ("news"), name: t("News"), about: t("What happens in your games, in any feed reader (Atom).")},
  ];
  return html`<section class="panel"><h2>${t("Calendar and feed")}</h2>
    <p class="quiet">${t("Anyone with this address can see which games you play and when it is your turn, but not your hand.")}</p>
    <${ProblemMessage} problem=${problem} />
    ${kinds.map((one) => html`<${One} key=${one.kind} ...${one} url=${made[one.kind] ?? ""}
      row=${subscriptions.find((row) => row.kind === one.kind)} make=${make} end=${end} />`)}
  </section>`;
}

/**
 * @param {{kind: "calendar" | "news", name: string, about: string, url: string, row?: Subscription,
 *   make: (kind: "calendar" | "news") => void, end: (kind: "calendar" | "news") => void}} props
 */
function One({kind, name, about, url, row, make, end}) {
  const copy = () => navigator.clipboard.writeText(url).then(() => tell(t("Copied.")));
  return html`<h3>${name}</h3><p>${about}</p>
    ${url && html`<label>${t("The address, shown only this once")}<input readonly value=${url} onFocus=${({currentTarget}) => currentTarget.select()} /></label>
      <p class="row"><button type="button" class="main" onClick=${copy}>${t("Copy")}</button>
        ${kind === "calendar" && html`<a class="button" href=${url.replace(/^https?:/, "webcal:")}>${t("Open in a calendar")}</a>`}</p>`}
    ${row && html`<p class="quiet">${row.read_at ? t("Fetched {ago}.", {ago: ago(Date.parse(row.read_at))}) : t("Not fetched yet.")}</p>`}
    <p class="row"><button type="button" class="other" onClick=${() => make(kind)}>${row ? t("Create a new address") : t("Create an address")}<span class="unseen"> ${name}</span></button>
      ${row && html`<button type="button" class="plain" onClick=${() => end(kind)}>${t("Stop sharing")}<span class="unseen"> ${name}</span></button>`}</p>`;
}
