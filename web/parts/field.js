/** A refusal shown at the field that it is about (`errors` of RFC 9457, each with a JSON pointer). */

import {html, useEffect} from "../vendor/preact.js";
import {ProblemMessage, problemWords} from "./problem_message.js";

/** @typedef {import("../api.js").Problem | null} Problem */

/**
 * The fault in this place of what was sent, or in something within it.
 *
 * @param {Problem} problem
 * @param {string} place A JSON pointer: "/clock/bank".
 */
function faultAt(problem, place) {
  return problem?.errors?.find(({pointer}) => pointer === place || pointer?.startsWith(`${place}/`)) ?? null;
}

const ABOUT_PLAYER = ["player_not_found", "not_yourself", "player_blocked", "already_joined", "username_taken", "username_reserved"];

/** The problem; a refusal about a player belongs to the field with the name. @param {import("../api.js").Problem} problem @param {string} place */
export function atName(problem, place) {
  if (problem.errors || !ABOUT_PLAYER.includes(problem.code)) return problem;
  return {...problem, errors: [{pointer: place, code: problem.code, detail: problem.detail}]};
}

/**
 * What the parts of a field need to know of each other.
 *
 * @param {Problem} problem
 * @param {string} place
 * @returns {{"aria-invalid"?: "true", "aria-describedby"?: string}}
 */
export function marks(problem, place) {
  return faultAt(problem, place) ? {"aria-invalid": "true", "aria-describedby": idOf(place)} : {};
}

/** @param {string} place */
const idOf = (place) => `fault${place.replaceAll("/", "-")}`;

/** What is wrong with a field, below it. @param {{problem: Problem, place: string, words?: (fault: import("../api.js").Fault) => string}} props */
export function Fault({problem, place, words = problemWords}) {
  const fault = faultAt(problem, place);
  return fault && html`<p class="fault" id=${idOf(place)} role="alert">${words(fault)}</p>`;
}

/**
 * A refusal that is about none of these fields. If it is about one, the focus goes there.
 *
 * @param {{problem: Problem, places: string[]}} props
 */
export function Elsewhere({problem, places}) {
  const placed = places.some((place) => faultAt(problem, place));
  useEffect(() => {
    if (problem && placed) goTo(document.querySelector('[aria-invalid="true"]'));
  }, [problem]);
  return placed ? null : html`<${ProblemMessage} problem=${problem} />`;
}

/** To a field, wherever it is folded away. @param {HTMLElement | null} field */
function goTo(field) {
  for (let around = field?.closest("details"); around; around = around.parentElement?.closest("details")) around.open = true;
  field?.focus();
}

/**
 * A line of text to fill in, with its fault.
 *
 * @param {{label: string, name: string, place: string, problem: Problem, hint?: string} & Api.Input} props
 */
export function Line({label, name, place, problem, hint, ...more}) {
  return html`<div class="line">
    <label>${label}${" "}${hint && html`<small>${hint}</small>`}<input name=${name} ...${marks(problem, place)} ...${more} /></label>
    <${Fault} problem=${problem} place=${place} />
  </div>`;
}
