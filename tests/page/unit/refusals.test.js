/** What is refused says which rule it breaks, in every language. */

import assert from "node:assert/strict";
import {test} from "node:test";

Object.defineProperty(globalThis, "localStorage", {value: {getItem: () => null, setItem() {}}, configurable: true});
Object.defineProperty(globalThis, "document", {value: {documentElement: {lang: ""}}, configurable: true});

const {inWords, loadWordsFor} = await import("../web/problems.js");
const {speak} = await import("../web/words.js");

const NAME = "This must be 2 to 30 letters, digits, _ or -, the first a letter or digit.";
const FAULTS = [
  {code: "too_short", detail: "This must have at least 8 characters.", rule: /8 (characters|Zeichen)/},
  {code: "too_short", detail: "This must have at least 1 entries.", rule: /(at least|mindestens) 1/},
  {code: "too_long", detail: "This must have at most 500 characters.", rule: /500 (characters|Zeichen)/},
  {code: "out_of_range", detail: "This must be at least 1.", rule: /(at least|mindestens) 1/},
  {code: "out_of_range", detail: "This must be at most 100.", rule: /(at most|höchstens) 100/},
  {code: "wrong_format", detail: NAME, rule: /2 (to|bis) 30/},
  {code: "wrong_format", detail: "This must be something new.", rule: /something new/},
];

for (const language of ["en", "de"]) {
  test(`a fault names its rule in ${language}`, async () => {
    await speak(language);
    await loadWordsFor({code: "invalid_request", detail: "", errors: FAULTS});
    for (const {rule, ...fault} of FAULTS) assert.match(inWords(fault), rule);
    if (language === "de") assert.doesNotMatch(FAULTS.slice(0, -1).map(inWords).join(" "), /must|least|most/);
  });
}
