/** What the player has noted about the game, for herself alone. */

import {act, read} from "../api.js";
import {Refused} from "../parts/refused.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {useDoing} from "./doing.js";

const LONGEST = 2000;

/** @param {import("../table/desk.js").AtDesk} props */
export default function NoteOf({game, close}) {
  const [text, setText] = useState("");
  const [wasThere, setWasThere] = useState(false);
  const {problem, busy, doing} = useDoing();
  useEffect(() => {
    void read("/games/{game}/note", {game: game.id}).then((said) => {
      if (!said.ok) return;
      setText(said.data.text);
      setWasThere(true);
    });
  }, []);
  /** @param {SubmitEvent} event */
  async function keep(event) {
    event.preventDefault();
    const note = text.trim();
    if (!note && !wasThere) return close();
    const done = note
      ? await doing(() => act("PUT", "/games/{game}/note", {game: game.id}, {text: note}), t("Noted."))
      : await doing(() => act("DELETE", "/games/{game}/note", {game: game.id}), t("Thrown away."));
    if (done) close();
  }
  return html`<form onSubmit=${keep}>
    <p class="quiet">${t("For you alone: nobody is shown it, or that it is there.")}</p>
    <label>${t("My note")}
      <textarea rows=${8} maxlength=${LONGEST} value=${text} onInput=${({currentTarget}) => setText(currentTarget.value)}></textarea></label>
    <${Refused} problem=${problem} />
    <p><button class="main" aria-disabled=${busy}>${t("Keep the note")}</button></p>
  </form>`;
}
