/** The form for one more place: the channel, what it needs, and a test at once. */

import {act} from "../api.js";
import {tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useState} from "../vendor/preact.js";
import {listed, t} from "../words.js";
import {addressOf, channelName, fields} from "./channels.js";

/** @param {{channels: Api.Schemas["Channel"][], look: () => Promise<unknown>}} props */
export function Adding({channels, look}) {
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [secret, setSecret] = useState("");
  const channel = channels.find((one) => one.channel === chosen);
  if (channels.length === 0) return null;
  /** @param {SubmitEvent} event */
  async function add(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const changes = /** @type {any} */ ({channel: chosen, address: addressOf(chosen, form), note: String(form.get("note") ?? "")});
    const result = await act("POST", "/me/receivers", {}, changes);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    const tried = await act("POST", "/me/receivers/{receiver}/test", {receiver: result.data.id});
    setProblem(tried.ok ? null : tried.problem);
    setChosen("");
    setSecret(result.data.secret ?? "");
    tell(t("A test is on its way."));
    await look();
  }
  return html`<div class="choices" role="group" aria-label=${t("Add")}>
      ${channels.map((one) => html`<button type="button" class="other" aria-expanded=${one.channel === chosen}
        onClick=${() => setChosen(one.channel === chosen ? "" : one.channel)}>${t("Add {channel}", {channel: channelName(one.channel)})}</button>`)}</div>
    ${channel && html`<form class="adding" onSubmit=${add}>
      <h3>${channelName(chosen)}</h3>
      ${channel.schemes.length > 0 && html`<p>${t("An address begins with one of these: {schemes}.", {schemes: listed(channel.schemes.map((one) => `${one}://`))})}</p>`}
      ${fields(chosen).map((one) => html`<${Entry} key=${`${chosen} ${one.name}`} field=${one} />`)}
      <label>${t("Name")}<input name="note" dir="auto" maxlength=${100} /></label>
      <${ProblemMessage} problem=${problem} />
      <p class="row"><button class="main">${t("Add and send a test")}</button></p></form>`}
    ${secret && html`<p role="status">${t("The signing secret is shown only this once:")} <code>${secret}</code></p>`}`;
}

/** @param {{field: import("./channels.js").Field}} props */
function Entry({field: {name, label, help, type, needed}}) {
  if (type === "checkbox") return html`<label class="check"><input type="checkbox" name=${name} /><span>${label}</span></label>`;
  return html`<label>${label}<input name=${name} type=${type ?? "text"} required=${needed} autocomplete="off" autocapitalize="none"
    maxlength=${500} aria-describedby=${help && `help-${name}`} /></label>
    ${help && html`<p class="quiet help" id=${`help-${name}`}>${help}</p>`}`;
}
