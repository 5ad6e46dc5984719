/** The page of notices: when, where, of what, and what a calendar fetches. */

import {act, read} from "../api.js";
import {Refused} from "../parts/refused.js";
import {tell} from "../parts/spoken.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {Kinds} from "./kinds.js";
import {Private} from "./private.js";
import {When} from "./when.js";
import {Where} from "./where.js";

/** @typedef {Api.Schemas["Preferences"]} Preferences */
/** @typedef {import("../api.js").Problem} Problem */

const WHOLE = {include: "receivers,subscriptions"};

export function All() {
  const [found, setFound] = useState(/** @type {Preferences | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const look = () => read("/me/notifications", {}, WHOLE).then((said) => (said.ok ? setFound(said.data) : setProblem(said.problem)));
  useEffect(() => void look(), []);
  /** @param {Api.Schemas["PreferencesRequest"]} wish */
  async function change(wish) {
    const said = await act("PATCH", "/me/notifications", {}, wish);
    setProblem(said.ok ? null : said.problem);
    if (!said.ok) return;
    setFound((before) => ({...before, ...said.data}));
    tell(t("Saved."));
  }
  if (!found) return html`<${Refused} problem=${problem} />`;
  const {receivers = [], subscriptions = []} = found;
  return html`
    <${Refused} problem=${problem} />
    <${When} wishes=${found} change=${change} />
    <${Where} offered=${found.channels} receivers=${receivers} look=${look} />
    <${Kinds} wishes=${found} receivers=${receivers} change=${change} />
    <${Private} subscriptions=${subscriptions} look=${look} />`;
}
