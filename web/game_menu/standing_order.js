/** The standing order: the present one, a form for another, and a step that says in words how it will play. */

import {act, read} from "../api.js";
import {useDraft} from "../drafts.js";
import {loadPicture} from "../games/index.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {moment} from "../time.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {NotRead, useDoing, useRead} from "./calls.js";

/** @typedef {import("../games/contract.js").OrderForm} OrderForm */
/** @typedef {Api.Schemas["StandingOrder"]} Given */
/** @typedef {{order: any, atOnce: boolean}} Draft */
/** @template T @typedef {import("../api.js").Result<T>} Result */
const PATH = /** @type {const} */ ("/games/{game}/standing-order");

/** @param {import("../table/menu.js").MenuProps} props */
export default function StandingOrder({game, refresh}) {
  const found = useRead(() => formOf(game.ruleset), [game.ruleset]);
  const standing = useRead(() => standingIn(game.id));
  const [draft, setDraft, drop] = useDraft("order", game.id, /** @type {Draft | null} */ (null));
  const [isSure, setSure] = useState(false);
  const where = {game: game.id};
  // Where that is refused, what was read last is the best that is known.
  const {problem, busy, doing} = useDoing(standing.again);
  if (found.problem) return html`<${NotRead} problem=${found.problem} again=${found.again} />`;
  if (!standing.data && standing.problem) return html`<${NotRead} problem=${standing.problem} again=${standing.again} />`;
  if (!found.data || !standing.data) return html`<p>${t("Loading …")}</p>`;
  const {form} = found.data;
  const {given} = standing.data;
  if (form === null) return html`<p>${t("This game has no form for standing orders.")}</p>`;
  /** @param {() => Promise<Result<Given | undefined>>} work @param {string} done */
  const change = (work, done) => doing(async () => {
    const result = await work();
    if (result.ok) standing.setData({given: result.data ?? null});
    return result;
  }, done);
  /** @param {Draft} draft */
  async function leave(draft) {
    const done = await change(() => act("PUT", PATH, where, {order: draft.order, at_once: draft.atOnce}), t("Your standing order is saved."));
    setSure(false);
    if (done) drop();
    await refresh();
  }
  const takeBack = () => void change(() => act("DELETE", PATH, where), t("Your standing order is removed."));
  const at = {game, form, busy};
  return html`<div class="order">
    <p class="quiet">${t("A standing order plays for you when your time runs out, or as soon as it is your turn if you like. Only you can see it, and your own move always comes first.")}</p>
    <${ProblemMessage} problem=${problem} />
    ${draft && isSure && html`<${Sure} ...${at} draft=${draft} leave=${leave} back=${() => setSure(false)} />`}
    ${draft && !isSure && html`<${Writing} ...${at} draft=${draft} change=${setDraft} done=${() => setSure(true)} back=${() => drop()} />`}
    ${!draft && html`<${Standing} ...${at} given=${given} drop=${takeBack} write=${setDraft} />`}
  </div>`;
}

/** @param {{game: Api.Schemas["Game"], form: OrderForm, given: Given | null, drop: () => void, write: (draft: Draft) => void, busy: boolean}} props */
function Standing({game, form, given, drop, write, busy}) {
  const blank = () => write({order: form.blank(game), atOnce: false});
  if (!given) return html`<p>${t("You have no standing order.")}</p><p><button type="button" class="main" onClick=${blank}>${t("Write one")}</button></p>`;
  return html`<h3>${t("Your order since {at}", {at: moment(given.created_at)})}</h3>
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
        onChange=${() => change({...draft, atOnce})} /><span>${atOnce ? t("As soon as it is my turn") : t("When my time runs out")}</span></label>`)}
    </fieldset>
    <p class="row"><button type="button" class="main" aria-disabled=${isEmpty} onClick=${() => isEmpty || done()}>${t("What would it do?")}</button>
      <button type="button" class="other" onClick=${back}>${t("Cancel")}</button></p>`;
}

/** @param {{game: Api.Schemas["Game"], form: OrderForm, draft: Draft, leave: (draft: Draft) => Promise<void>, back: () => void, busy: boolean}} props */
function Sure({game, form, draft, leave, back, busy}) {
  return html`<section class="sure" aria-live="polite"><h3>${t("What it will play")}</h3>
    <${Words} game=${game} form=${form} order=${draft.order} atOnce=${draft.atOnce} />
    <p class="row"><button type="button" class="main" aria-disabled=${busy} onClick=${() => void leave(draft)}>${t("Save this order")}</button>
      <button type="button" class="other" onClick=${back}>${t("Change it")}</button></p></section>`;
}

/** @param {{game: Api.Schemas["Game"], form: OrderForm, order: any, atOnce: boolean}} props */
function Words({game, form, order, atOnce}) {
  return html`<p><strong>${atOnce ? t("As soon as it is your turn, the first of these that fits is played:") : t("If your time runs out, the first of these that fits is played:")}</strong></p>
    <ol class="order-words">${form.words(order, game).map((line) => html`<li>${line}</li>`)}</ol>
    <p class="quiet">${atOnce ? t("If nothing fits, you play as usual.") : t("If nothing fits, the server plays for you, as it does without an order.")} ${t("You are told each time it was used, and each time nothing fitted.")}</p>`;
}

/** The order that stands, null if there is none. @param {string} game @returns {Promise<Result<{given: Given | null}>>} */
async function standingIn(game) {
  const result = await read("/games/{game}", {game});
  return result.ok ? {ok: true, data: {given: result.data.mine?.standing_order ?? null}} : result;
}

/** The form of a ruleset: its own, or one made from its schema; null if it has neither. @param {string} ruleset @returns {Promise<Result<{form: OrderForm | null}>>} */
async function formOf(ruleset) {
  const picture = await loadPicture(ruleset);
  if (picture.orderForm) return {ok: true, data: {form: (await picture.orderForm()).default}};
  const result = await read("/rulesets/{ruleset}", {ruleset});
  if (!result.ok) return result;
  const {formFor} = await import("./schema_form.js");
  return {ok: true, data: {form: result.data.order && formFor(result.data.order)}};
}
