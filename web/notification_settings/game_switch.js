/** The switch for notifications of one game: as usual, or none. */

import {act, read} from "../api.js";
import {tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

export const style = new URL("./notification_settings.css", import.meta.url).href;
export const words = ["notification_settings"];

/** @param {{id: string}} props */
export default function OfGame({id}) {
  const [mode, setMode] = useState("");
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  useEffect(() => {
    void read("/games/{game}", {game: id}, {include: "viewer"}).then((result) => (result.ok ? setMode(result.data.viewer?.notifications ?? "") : setProblem(result.problem)));
  }, [id]);
  async function change() {
    const wanted = mode === "off" ? "as_usual" : "off";
    const result = await act("PATCH", "/games/{game}/viewer", {game: id}, {notifications: wanted});
    setProblem(result.ok ? null : result.problem);
    if (result.ok) {
      setMode(result.data.notifications ?? "");
      tell(t("Saved."));
    }
  }
  return html`
    ${mode && html`<label class="check"><input type="checkbox" checked=${mode !== "off"} onChange=${change} />
      <span>${t("Notify me about this game")}</span></label>`}
    <p><a href="/notices">${t("All notification settings")}</a></p>
    <${ProblemMessage} problem=${problem} />`;
}
