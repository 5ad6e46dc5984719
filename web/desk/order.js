/** The standing order: what is there, a form to write another, and a step that says in words what it will do. */

import {act, read} from "../api.js";
import {pictureOf} from "../games/index.js";
import {Refused} from "../parts/refused.js";
import {moment} from "../time.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {useDoing} from "./doing.js";

/** @typedef {import("../games/contract.js").OrderForm} OrderForm */
/** @typedef {Api.Schemas["StandingOrder"]} Given */
/** @typedef {{order: any, atOnce: boolean}} Draft */
const PATH = /** @type {const} */ ("/games/{game}/standing-order");

/** @param {import("../table/desk.js").AtDesk} props */
export default function StandingOrder({game, refresh}) {
  const form = useForm(game.ruleset);
  const [given, setGiven] = useState(/** @type {Given | null} */ (null));
  const [draft, setDraft] = useState(/** @type {Draft | null} */ (null));
  const [isSure, setSure] = useState(false);
  const where = {game: game.id};
  const {problem, busy, doing} = useDoing(async () => {
    const said = await read(PATH, where);
    setGiven(said.ok ? said.data : null);
  });
  useEffect(() => void read(PATH, where).then((said) => said.ok && setGiven(said.data)), []);
  if (form === undefined) return html`<p>${t("Loading …")}</p>`;
  if (form === null) return html`<p>${t("For this game there is no form for orders.")}</p>`;
  /** @param {Draft} wish */
  async function leave(wish) {
    const done = await doing(() => act("PUT", PATH, where, {order: wish.order, at_once: wish.atOnce}), t("Your standing order is left."));
    setSure(false);
    if (done) setDraft(null);
    await refresh();
  }
  const drop = () => void doing(() => act("DELETE", PATH, where), t("Your standing order is taken back."));
  const at = {game, form, busy};
  return html`<div class="order">
    <p class="quiet">${t("What you leave behind is played when your time is up and you have not answered, or at once if you like. Nobody else sees it, and an answer of your own always comes first.")}</p>
    <${Refused} problem=${problem} />
    ${draft && isSure && html`<${Sure} ...${at} draft=${draft} leave=${leave} back=${() => setSure(false)} />`}
    ${draft && !isSure && html`<${Writing} ...${at} draft=${draft} change=${setDraft} done=${() => setSure(true)} back=${() => setDraft(null)} />`}
    ${!draft && html`<${Standing} ...${at} given=${given} drop=${drop} write=${setDraft} />`}
  </div>`;
}

/** @param {{game: Api.Schemas["Game"], form: OrderForm, given: Given | null, drop: () => void, write: (draft: Draft) => void, busy: boolean}} props */
function Standing({game, form, given, drop, write, busy}) {
  const blank = () => write({order: form.blank(game), atOnce: false});
  if (!given) return html`<p>${t("You have no standing order.")}</p><p><button type="button" class="main" onClick=${blank}>${t("Write one")}</button></p>`;
  return html`<h3>${t("Your order since {at}", {at: moment(given.given_at)})}</h3>
    <${Words} game=${game} form=${form} order=${given.order} atOnce=${given.at_once} />
    <p class="row"><button type="button" class="other" onClick=${() => write({order: given.order, atOnce: given.at_once})}>${t("Change it")}</button>
      <button type="button" class="other" aria-disabled=${busy} onClick=${drop}>${t("Take it back")}</button></p>`;
}

/**
 * @param {{game: Api.Schemas["Game"], form: OrderForm, draft: Draft, change: (draft: Draft) => void, done: () => void,
 *   back: () => void}} props
 */
function Writing({game, form, draft, change, done, back}) {
  const isEmpty = form.isEmpty(draft.order);
  return html`<${form.Form} game=${game} order=${draft.order} change=${(order) => change({...draft, order})} />
    <fieldset class="choices"><legend>${t("When is it played?")}</legend>
      ${[false, true].map((atOnce) => html`<label class="chip"><input type="radio" name="at_once" checked=${draft.atOnce === atOnce}
        onChange=${() => change({...draft, atOnce})} /><span>${atOnce ? t("As soon as I am asked") : t("When my time is up")}</span></label>`)}
    </fieldset>
    <p class="row"><button type="button" class="main" aria-disabled=${isEmpty} onClick=${() => isEmpty || done()}>${t("What would it do?")}</button>
      <button type="button" class="other" onClick=${back}>${t("Leave it as it was")}</button></p>`;
}

/** @param {{game: Api.Schemas["Game"], form: OrderForm, draft: Draft, leave: (draft: Draft) => Promise<void>, back: () => void, busy: boolean}} props */
function Sure({game, form, draft, leave, back, busy}) {
  return html`<section class="sure" aria-live="polite"><h3>${t("This will be played")}</h3>
    <${Words} game=${game} form=${form} order=${draft.order} atOnce=${draft.atOnce} />
    <p class="row"><button type="button" class="main" aria-disabled=${busy} onClick=${() => void leave(draft)}>${t("Leave this order")}</button>
      <button type="button" class="other" onClick=${back}>${t("Change it")}</button></p></section>`;
}

/** @param {{game: Api.Schemas["Game"], form: OrderForm, order: any, atOnce: boolean}} props */
function Words({game, form, order, atOnce}) {
  return html`<p><strong>${atOnce ? t("As soon as you are asked, the first of these that fits is played:") : t("When your time is up and you have not answered, the first of these that fits is played:")}</strong></p>
    <ol class="order-words">${form.words(order, game).map((line) => html`<li>${line}</li>`)}</ol>
    <p class="quiet">${atOnce ? t("If nothing fits, you are asked as usual.") : t("If nothing fits, the clock plays for you, as it does without an order.")} ${t("You are told each time that it was used or did not fit.")}</p>`;
}

/** The form of a ruleset: its own, or one made from its schema; null if it has neither. @param {string} ruleset */
function useForm(ruleset) {
  const [form, setForm] = useState(/** @type {OrderForm | null | undefined} */ (undefined));
  useEffect(() => void formOf(ruleset).then(setForm), [ruleset]);
  return form;
}

/** @param {string} ruleset @returns {Promise<OrderForm | null>} */
async function formOf(ruleset) {
  const picture = await pictureOf(ruleset);
  if (picture.order) return (await picture.order()).default;
  const said = await read("/rulesets/{ruleset}", {ruleset});
  if (!said.ok) return null;
  const {formFor} = await import("./schema_form.js");
  return formFor(said.data.order);
}
