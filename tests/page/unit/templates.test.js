/** Templates as JSX: they say the same, line by line, and `tsc` finds what is wrong in them. */

import assert from "node:assert/strict";
import {readFile, readdir} from "node:fs/promises";
import {test} from "node:test";
import htm from "htm";
import ts from "typescript";
import {asJsx} from "../templates.js";

/** An element as htm and JSX both make it; words without the blanks around them, which htm trims in its own way. */
function h(kind, props, ...children) {
  const said = children.flat(Infinity).map((one) => (typeof one === "string" ? one.trim() : one));
  return {kind, props: {...props}, children: said.filter((one) => one !== "")};
}
const Card = () => {};
const late = {Sheet: () => {}};
const given = {Card, late, n: 3, name: "ann", rest: {title: "b", hidden: true}, list: ["a", "b"]};

/** What an expression gives, with `html` there or with JSX. */
function run(text) {
  const options = {jsx: ts.JsxEmit.React, jsxFactory: "h", jsxFragmentFactory: "null", target: ts.ScriptTarget.ESNext};
  const script = ts.transpileModule(text, {compilerOptions: options, fileName: "one.js"}).outputText;
  const made = new Function("h", "html", ...Object.keys(given), script)(h, htm.bind(h), ...Object.values(given));
  // Several elements are a list to htm, and a fragment to JSX.
  return Array.isArray(made) ? h(null, null, ...made) : made;
}

const SAME = {
  "words and a value": "html`<p>Round ${n} of 4, it's late</p>`",
  "a component, a value, a rest": "html`<${Card} a=${n} ...${rest} b=\"x\" />`",
  "a component of a module": "html`<${late.Sheet} name=${name}><b>${n}</b><//>`",
  "an end that names its component": "html`<${Card}><i>x</i></${Card}>`",
  "attributes without a value or quotes": "html`<input disabled type=radio name='seat' value=${n} checked/>`",
  "an attribute of words and values": "html`<path d=\"M ${n} 4 l${name}\" id=seat-${n} class=${`c ${name}`} title=\"${n}\" />`",
  "several at once": "html`<dt>${name}</dt>\n  <dd>${n}</dd>`",
  "words beside an element": "html`before <b>${n}</b>`",
  "a value alone": "html`<${Card} />${n}`",
  "templates in templates": "html`<ul>${list.map((one) => html`<li key=${one}>${one}${n > 2 && html`<small>more</small>`}</li>`)}</ul>`",
  "several lines": "html`<section\n  class=\"a\"\n  ...${rest}>\n  <h2>${name}</h2>\n\n  <p>x</p></section>`",
  "values in an attribute over lines": "html`<${Card} shown=${html`<p>\n${name}</p>`}\n a=${{b: 1}.b} />`",
};

for (const [name, text] of Object.entries(SAME)) {
  test(`JSX says what htm says: ${name}`, () => {
    const jsx = asJsx(`return ${text}`, "one.js");
    assert.ok(!jsx.includes("html`"), jsx);
    assert.deepEqual(run(jsx), run(`return ${text}`));
    assert.equal(jsx.split("\n").length, text.split("\n").length);
  });
}

test("a comment is left out, and its lines stay", () => {
  const text = "html`<p><!-- a */ ${n}\n} b -->${name}</p>`";
  const jsx = asJsx(`return ${text}`, "one.js");
  assert.deepEqual(run(jsx), h("p", null, "ann"));
  assert.equal(jsx.split("\n").length, 2);
});

test("every line of every module stays where it is", async () => {
  const names = (await readdir("web", {recursive: true})).filter((name) => name.endsWith(".js") && !name.startsWith("vendor"));
  for (const name of names) {
    const [before, after] = [await readFile(`web/${name}`, "utf8"), await readFile(`typed/web/${name}`, "utf8")];
    assert.equal(after.split("\n").length, before.split("\n").length, name);
    assert.ok(!after.includes("html`"), name);
  }
});

const BROKEN = {
  "html`<p>\n<b>`": "one.js(2): error: <b> is not closed",
  "html`<p></p><//>`": "one.js(1): error: nothing is open here",
  "\nhtml`<p>\n${n}<p ${n} />`": "one.js(3): error: <p> has something that is no attribute",
  "html`<p>a < b</p>`": "one.js(1): error: a < that begins no tag",
  "html`<${level}>a<//>`": "one.js(1): error: a component needs a name with a capital: level",
};
test("what htm would not mind is refused where it stands", () => {
  for (const [text, message] of Object.entries(BROKEN)) assert.throws(() => asJsx(text, "one.js"), {message});
});

const PLANTED = `import {Lazy} from "./parts/lazy.js";
import {html} from "./vendor/preact.js";
/** @param {{name: string, n?: number}} props */
const Seat = ({name, n = 0}) => html\`<li>\${name} \${n}</li>\`;
export const right = html\`<ul><\${Seat} name="ann" n=\${1} /><\${Seat} name=\${"bob"} key="b" /></ul>\`;
export const wrong = html\`<ul class="seats">
  <\${Seat} name=\${1} />
  <\${Seat} nome="ann" name="ann" />
  \${[1].map((n) => html\`<\${Seat} n=\${n} />\`)}
  <li clas="seat">ann</b>
  <input maxlength="many" onInput=\${({currentTarget}) => currentTarget.valeu} />
  <\${Lazy} load=\${async () => ({default: Seat})} name=\${1} />
</ul>\`;
`;
test("tsc names the line of what is wrong in a template", () => {
  const config = ts.getParsedCommandLineOfConfigFile("typed/tsconfig.json", {}, {...ts.sys, onUnRecoverableConfigFileDiagnostic: assert.fail});
  const planted = `${process.cwd()}/typed/web/planted.js`;
  const host = ts.createCompilerHost(config.options);
  const {fileExists, readFile: found} = host;
  host.fileExists = (name) => name === planted || fileExists(name);
  host.readFile = (name) => (name === planted ? asJsx(PLANTED, "planted.js") : found(name));
  const program = ts.createProgram([planted, ...config.fileNames.filter((name) => name.endsWith(".d.ts"))], config.options, host);
  const file = program.getSourceFile(planted);
  const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  const lines = faults.map((one) => file.getLineAndCharacterOfPosition(one.start).line + 1);
  assert.deepEqual([...new Set(lines)].sort((one, other) => one - other), [7, 8, 9, 10, 11, 12]);
});
