/** The choice of one of the twelve swimmers. It is kept as soon as it is chosen. */

import {act} from "../api.js";
import {tell} from "../parts/announcements.js";
import {AVATARS, Face} from "../parts/face.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** Milliseconds after which a choice counts: arrow keys go over the others. */
const SETTLED = 600;

/** @param {string} avatar */
const words = (avatar) => ({
  bear: t("bear"),
  cat: t("cat"),
  crab: t("crab"),
  fox: t("fox"),
  frog: t("frog"),
  hippo: t("hippo"),
  octopus: t("octopus"),
  otter: t("otter"),
  penguin: t("penguin"),
  puffin: t("puffin"),
  turtle: t("turtle"),
  walrus: t("walrus"),
})[avatar] ?? avatar;

/** @param {{avatar: string}} props */
export function AvatarForm({avatar}) {
  const [{kept, chosen}, choose] = useState({kept: avatar, chosen: avatar});
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  useEffect(() => {
    if (chosen === kept) return;
    const timer = setTimeout(async () => {
      const result = await act("PATCH", "/me", {}, {avatar: /** @type {any} */ (chosen)});
      setProblem(result.ok ? null : result.problem);
      if (!result.ok) return;
      choose((now) => ({...now, kept: chosen}));
      tell(t("Saved."));
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [chosen]);
  return html`<form class="panel"><fieldset class="group"><legend>${t("Your swimmer")}</legend>
    <div class="avatars">${AVATARS.map((one) => html`<label key=${one}>
      <input type="radio" name="avatar" value=${one} checked=${one === chosen} onChange=${() => choose((now) => ({...now, chosen: one}))} />
      <${Face} avatar=${one} size=${64} /><span>${words(one)}</span></label>`)}</div></fieldset>
    <${ProblemMessage} problem=${problem} /></form>`;
}
