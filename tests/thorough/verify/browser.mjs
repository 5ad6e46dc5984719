// verify.mjs where there is no Node: it gets what every browser has, and may import nothing.
// A record comes in on standard input, the lines of its checks go out.

import { readFileSync } from "node:fs";
import { SourceTextModule, createContext } from "node:vm";

const file = new URL("../../../build/verify/verify.mjs", import.meta.url);
const context = createContext({ TextDecoder, TextEncoder });
const page = new SourceTextModule(readFileSync(file, "utf-8"), {
  context,
  initializeImportMeta: (meta) => {
    meta.url = "https://tide.example/verify.mjs";
  },
});
await page.link((name) => {
  throw new Error(`It imports ${name}.`);
});
await page.evaluate();
const { readJson, verify } = page.namespace;
for (const line of verify(readJson(readFileSync(0)))) console.log(line);
