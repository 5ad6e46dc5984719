/** Templates as JSX: each line stays where it is, and `tsc` finds what is wrong in it. */

import assert from "node:assert/strict";
import {readFile, readdir} from "node:fs/promises";
import {test} from "node:test";
import ts from "typescript";
import {asJsx} from "../templates.js";

test("every line of every module stays where it is", async () => {
  const names = (await readdir("web", {recursive: true})).filter((name) => name.endsWith(".js") && !name.startsWith("vendor"));
  for (const name of names) {
    const [before, after] = [await readFile(`web/${name}`, "utf8"), await readFile(`typed/web/${name}`, "utf8")];
    assert.equal(after.split("\n").length, before.split("\n").length, name);
    assert.ok(!after.includes("html`"), name);
  }
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
