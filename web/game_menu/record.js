/**
 * The record of a finished game: verified here, line by line, and downloaded.
 *
 * `/static/verify/verify.mjs` verifies it, the program that also runs without this server.
 * Why so: docs/decisions/log-and-proof.md.
 */

import {readBytes} from "../api.js";
import {say} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useState} from "../vendor/preact.js";
import {t} from "../words.js";

const VERIFIER = new URL("../../verify/", import.meta.url);

/** @typedef {"good" | "faulty" | "unknown rules" | "unreadable"} Verdict */
/** @typedef {{lines: string[], verdict: Verdict | null}} Verified */

/** @param {import("../table/menu.js").MenuProps} props */
export default function RecordOf({game}) {
  const [found, setFound] = useState(/** @type {Verified | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const busy = found !== null && found.verdict === null;
  /** @param {(raw: ArrayBuffer) => unknown} use */
  async function fetched(use) {
    const result = await readBytes("/games/{game}/record", {game: game.id});
    setProblem(result.ok ? null : result.problem);
    if (result.ok) await use(result.data);
  }
  const check = () =>
    fetched(async (raw) => {
      for await (const now of verified(raw)) {
        setFound(now);
        if (now.verdict) say(verdictWords(now.verdict));
      }
    });
  const keep = () => fetched((raw) => download(raw, `record-${game.id}.json`));
  return html`<p>${t("The record has everything needed to replay the game: the seed that the server committed to before the first player joined, every draw, and every move as it was sealed.")}</p>
    <p class="row"><button type="button" class="main" aria-disabled=${busy} onClick=${() => busy || void check()}>${t("Verify in this browser")}</button>
      <button type="button" class="other" onClick=${() => void keep()}>${t("Download the record")}</button></p>
    <${ProblemMessage} problem=${problem} />
    ${found && html`<ol class="checks" aria-label=${t("Checks")}>${found.lines.map((line) => html`<li>${whatWords(line)} <code lang="en">${line}</code></li>`)}</ol>`}
    ${found?.verdict && html`<p class=${`verdict ${found.verdict === "good" ? "good" : "bad"}`}><strong>${verdictWords(found.verdict)}</strong></p>`}
    <p class="quiet">${t("You do not have to trust this page: the same program runs on your own computer.")}${" "}
      <a href=${new URL("verify.mjs", VERIFIER).href} download>verify.mjs</a>, <a href=${new URL("verify.py", VERIFIER).href} download>verify.py</a>,${" "}
      <a href="/docs/fairness.md">${t("How verification works")}</a></p>`;
}

/** Check after check, so that each that has passed can be shown at once. @param {ArrayBuffer} raw @returns {AsyncGenerator<Verified>} */
async function* verified(raw) {
  const {readJson, verify, isKnown, Fault} = await import(new URL("verify.mjs", VERIFIER).href);
  /** @type {string[]} */
  const lines = [];
  yield {lines, verdict: null};
  try {
    const record = readJson(new Uint8Array(raw));
    const checks = verify(record);
    for (let line = checks.next(); !line.done; line = checks.next()) {
      lines.push(line.value);
      yield {lines: [...lines], verdict: null};
      await shown();
    }
    yield {lines, verdict: isKnown(record) ? "good" : "unknown rules"};
  } catch (error) {
    const isFault = error instanceof Fault;
    yield {lines: [...lines, String(error)], verdict: isFault ? "faulty" : "unreadable"};
  }
}

/** The browser has had a moment to draw. */
const shown = () => new Promise((done) => setTimeout(done));

/** What is known by the check that has printed this line, its first word; nothing by one that has found a fault. @param {string} line */
function whatWords(line) {
  const [check = "", found] = line.split(/ +/, 2);
  if (found === "FAULT") return "";
  /** @type {Record<string, () => string>} */
  const words = {
    form: () => t("The record is complete."),
    chain: () => t("Each log entry is chained to all earlier entries."),
    seed: () => t("The seed is the one that the server committed to."),
    draws: () => t("Every draw comes from that seed."),
    log: () => t("The log matches the game."),
    sealed: () => t("Every revealed move is the move that was sealed."),
    times: () => t("Deadlines were kept, and the server played only for players whose time had run out."),
    private: () => t("Private information given to single players is chained to the log."),
    names: () => t("Every player has a name."),
    rules: () => t("The game followed its rules."),
    whole: () => t("The record was not changed afterwards."),
  };
  return words[check]?.() ?? "";
}

/** @param {Verdict} verdict */
function verdictWords(verdict) {
  /** @type {Record<Verdict, () => string>} */
  const words = {
    good: () => t("Verified: the game was dealt and played as the record says."),
    faulty: () => t("The record is not consistent. The last line says what is wrong, and where."),
    "unknown rules": () => t("Everything that can be checked without the rules is right. The verifier does not know the rules of this game."),
    unreadable: () => t("This file is not a readable record."),
  };
  return words[verdict]();
}

/** @param {ArrayBuffer} raw @param {string} name */
function download(raw, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([raw], {type: "application/json"}));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
