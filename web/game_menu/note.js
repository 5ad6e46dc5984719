/** The player's private note about the game. */

import {act, read} from "../api.js";
import {useDraft} from "../drafts.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html} from "../vendor/preact.js";
import {t} from "../words.js";
import {NotRead, useDoing, useRead} from "./calls.js";

const LONGEST = 2000;

/** @param {import("../table/menu.js").MenuProps} props */
export default function NoteForm({game, close}) {
  const {data, problem, again} = useRead(() => noteOf(game.id));
  if (data) return html`<${Writing} game=${game} close=${close} before=${data.text} />`;
  // Without the note that is there already the player would write over it.
  return problem ? html`<${NotRead} problem=${problem} again=${again} />` : html`<p>${t("Loading …")}</p>`;
}

/** The note, empty if nothing is noted. @param {string} game @returns {Promise<import("../api.js").Result<{text: string}>>} */
async function noteOf(game) {
  const result = await read("/games/{game}", {game}, {include: "viewer"});
  return result.ok ? {ok: true, data: {text: result.data.viewer?.note ?? ""}} : result;
}

/** @param {{game: Api.Schemas["Game"], close: () => void, before: string}} props */
function Writing({game, close, before}) {
  const [text, setText, drop] = useDraft("note", game.id, before);
  const {problem, busy, doing} = useDoing();
  /** @param {SubmitEvent} event */
  async function keep(event) {
    event.preventDefault();
    const note = text.trim();
    if (!note && !before) return close();
    const body = {note: note || null};
    const done = await doing(() => act("PATCH", "/games/{game}/viewer", {game: game.id}, body), note ? t("Note saved.") : t("Note deleted."));
    if (!done) return;
    drop();
    close();
  }
  return html`<form onSubmit=${keep}>
    <p class="quiet">${t("Only you can see your note. Nobody else knows that it exists.")}</p>
    <label>${t("My note")}
      <textarea dir="auto" rows=${8} maxlength=${LONGEST} value=${text} onInput=${({currentTarget}) => setText(currentTarget.value)}></textarea></label>
    ${before && text !== before && html`<p class="quiet">${t("Not saved yet.")}
      <button type="button" class="plain" onClick=${() => drop()}>${t("Back to the saved note")}</button></p>`}
    <${ProblemMessage} problem=${problem} />
    <p><button class="main" aria-disabled=${busy}>${t("Save the note")}</button></p>
  </form>`;
}
