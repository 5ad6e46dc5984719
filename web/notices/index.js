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

export function All() {
  const [wishes, setWishes] = useState(/** @type {Preferences | null} */ (null));
  const [receivers, setReceivers] = useState(/** @type {Api.Schemas["Receiver"][]} */ ([]));
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const look = () =>
    read("/me/receivers").then((said) => (said.ok ? setReceivers(said.data.results) : setProblem(said.problem)));
  useEffect(() => {
    void read("/me/notifications").then((said) => (said.ok ? setWishes(said.data) : setProblem(said.problem)));
    void look();
  }, []);
  /** @param {Api.Schemas["PreferencesRequest"]} wish */
  async function change(wish) {
    const said = await act("PATCH", "/me/notifications", {}, wish);
    setProblem(said.ok ? null : said.problem);
    if (!said.ok) return;
    setWishes(said.data);
    tell(t("Saved."));
  }
  if (!wishes) return html`<${Refused} problem=${problem} />`;
  return html`
    <${Refused} problem=${problem} />
    <${When} wishes=${wishes} change=${change} />
    <${Where} offered=${wishes.channels} receivers=${receivers} look=${look} />
    <${Kinds} wishes=${wishes} receivers=${receivers} change=${change} />
    <${Private} />`;
}
