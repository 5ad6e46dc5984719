/** The player's settings: public profile, language and looks, and links to the account. */

import {act, read} from "../api.js";
import {useDraft} from "../drafts.js";
import {chooseSound, cue, hasSound, tell} from "../parts/announcements.js";
import {Claim} from "../parts/claim.js";
import {Elsewhere, Fault, marks} from "../parts/field.js";
import {SignIn, SignOut} from "../parts/frame.js";
import {Heading} from "../parts/lazy.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {chooseTheme, theme} from "../storage.js";
import {isGuest, username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {LANGUAGES, speak, spoken, t} from "../words.js";
import {AvatarForm} from "./avatar_form.js";

export const style = new URL("./settings.css", import.meta.url).href;
export const words = ["settings"];

/** @param {{again: () => void}} props */
export default function Settings({again}) {
  const me = username();
  return html`<section class="narrow settings">
    <${Heading} title=${t("Settings")}>${t("Settings")}<//>
    ${me ? html`<p>${isGuest() ? t("You play as a guest.") : html`<a href=${`/player/${me}`}>${me}</a>`}</p>` : html`<${SignIn} />`}
    <${Claim} />
    ${me && html`<${Shown} key=${me} />`}
    <${Looks} again=${again} />
    ${me && !isGuest() && html`<${Account} />`}
    ${me && html`<p><${SignOut} look="other" /></p>`}
  </section>`;
}

const PARTS = /** @type {const} */ (["about", "created_at", "games", "reliability"]);

/** @param {string} part */
const partWords = (part) => ({
  about: t("what I say about myself"),
  created_at: t("when I joined"),
  games: t("how many games I have played and won"),
  reliability: t("how often I move in time"),
})[part] ?? part;

/** What others see of me; a guest has no page to write on. */
function Shown() {
  const [mine, setMine] = useState(/** @type {Api.Schemas["MyProfile"] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  useEffect(() => void read("/me").then((result) => (result.ok ? setMine(result.data) : setProblem(result.problem))), []);
  return mine ? html`<${AvatarForm} avatar=${mine.avatar} />${!isGuest() && html`<${Showing} mine=${mine} />`}` : html`<${ProblemMessage} problem=${problem} />`;
}

/** @param {{mine: Api.Schemas["MyProfile"]}} props */
function Showing({mine}) {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [isSaved, setSaved] = useState(false);
  const [shows, setShows] = useState(/** @type {string[]} */ (mine.shows));
  const [about, write, drop] = useDraft("about", "", mine.about);
  /** @param {SubmitEvent} event */
  async function sent(event) {
    event.preventDefault();
    const result = await act("PATCH", "/me", {}, {about, shows: PARTS.filter((one) => shows.includes(one))});
    setProblem(result.ok ? null : result.problem);
    setSaved(result.ok);
    if (!result.ok) return;
    drop(result.data.about);
    tell(t("Saved."));
  }
  return html`<form class="panel" onSubmit=${sent} onInput=${() => setSaved(false)}><h2>${t("What others see")}</h2>
    <label class="wide">${t("Something about you")}<textarea name="about" dir="auto" rows=${3} maxlength=${500} ...${marks(problem, "/about")} value=${about} onInput=${({currentTarget}) => write(currentTarget.value)}></textarea></label>
    <${Fault} problem=${problem} place="/about" />
    <fieldset class="group"><legend>${t("Your page shows")}</legend><div class="choices">
      ${PARTS.map((one) => html`<label class="chip"><input type="checkbox" name="shows" value=${one} checked=${shows.includes(one)}
        onChange=${() => setShows(PARTS.filter((other) => shows.includes(other) !== (other === one)))} /><span>${partWords(one)}</span></label>`)}
    </div></fieldset>
    <${Elsewhere} problem=${problem} places=${["/about"]} />
    <p class="row"><button class="main">${t("Save")}</button>${isSaved && html`<span class="saved">✓ ${t("Saved.")}</span>`}</p>
  </form>`;
}

/** Language and theme: of this device. @param {{again: () => void}} props */
function Looks({again}) {
  const [chosen, setChosen] = useState(theme());
  const [isLoud, setLoud] = useState(hasSound());
  /** @param {boolean} isOn */
  function sounds(isOn) {
    chooseSound(isOn);
    setLoud(isOn);
    cue("wave", 6);
  }
  const themes = /** @type {const} */ ([["system", t("same as this device")], ["light", t("light")], ["dark", t("dark")]]);
  /** @param {string} language */
  async function speaks(language) {
    await speak(language);
    again();
  }
  return html`<section class="panel" aria-labelledby="looks"><h2 id="looks">${t("On this device")}</h2>
    <fieldset class="group"><legend>${t("Language")}</legend><div class="choices">${Object.entries(LANGUAGES).map(([id, name]) => html`<label class="chip">
      <input type="radio" name="language" value=${id} checked=${id === spoken()} onChange=${() => speaks(id)} /><span lang=${id}>${name}</span></label>`)}</div></fieldset>
    <fieldset class="group"><legend>${t("Colours")}</legend><div class="choices">${themes.map(([id, words]) => html`<label class="chip">
      <input type="radio" name="theme" value=${id} checked=${id === chosen} onChange=${() => (chooseTheme(id), setChosen(id))} /><span>${words}</span></label>`)}</div></fieldset>
    <fieldset class="group"><legend>${t("Sound")}</legend><div class="choices">${[false, true].map((isOn) => html`<label class="chip">
      <input type="radio" name="sound" checked=${isOn === isLoud} onChange=${() => sounds(isOn)} /><span>${isOn ? t("on") : t("off")}</span></label>`)}</div></fieldset>
    <p class="quiet">${t("Times are shown in this device's time zone: {zone}.", {zone: Intl.DateTimeFormat().resolvedOptions().timeZone})}</p>
  </section>`;
}

/** The server's own pages, where a password is asked for. */
function Account() {
  const pages = [
    ["/account/", t("Password, passkeys and email address")],
    ["/account/name/", t("Change my name")],
    ["/account/apps/", t("Apps that may act for you")],
    ["/account/tokens/", t("Tokens")],
    ["/account/data/", t("Download my data")],
    ["/account/leave/", t("Delete my account")],
  ];
  return html`<section class="panel" aria-labelledby="account"><h2 id="account">${t("Your account")}</h2>
    <ul class="ways">${pages.map(([address, words]) => html`<li><a href=${address}>${words}</a></li>`)}</ul></section>`;
}
