/** The form that reports a message or a player to the moderators. */

import {act} from "../api.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

export const style = new URL("./report.css", import.meta.url).href;
export const words = ["report"];
const LONGEST = 1000;

/** @param {{about: import("../parts/report_button.js").About}} props */
export default function ReportForm({about}) {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [isSent, setSent] = useState(false);
  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const result = await act("POST", "/reports", {}, {...about, text: String(form.get("text"))});
    setProblem(result.ok ? null : result.problem);
    setSent(result.ok);
  }
  if (isSent) return html`<p role="status">${t("Reported. Only moderators read it. If you have given an address, the answer comes by mail.")}</p>`;
  return html`<form class="report" onSubmit=${send}>
    <label>${t("What is wrong? Only moderators read this.")}
      <textarea name="text" dir="auto" rows=${3} maxlength=${LONGEST} required></textarea></label>
    <${ProblemMessage} problem=${problem} />
    <button class="main">${t("Send the report")}</button>
  </form>`;
}
