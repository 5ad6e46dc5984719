/**
 * Writes the modules of `web/` anew with each of htm's templates as JSX, so that `tsc` checks what is in them:
 *
 *     node templates.js web typed/web
 *
 * What is written is for `tsc` alone; nobody runs it. Each line stays where it is, so `tsc` names the lines of `web/`.
 * Why so: docs/decisions/page.md.
 */

import {cp, readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import process from "node:process";
import ts from "typescript";

/** Stands in a template's text where a value is put in. */
const HOLE = "\uE000";
const COMMENT = /<!--([^]*?)-->/y;
const CLOSING = /<\/([^>]*)>/y;
const OPENING = /<(\uE000|[\w.:-]+)/y;
const ATTRIBUTE = /(\s*)(?:\.\.\.(\uE000)|([^\s=/>"'\uE000]+)(?:=("[^"]*"|'[^']*'|(?:(?!\/>)[^\s>"'])+))?)/y;
const OPENING_ENDS = /\s*\/?>/y;
const TEXT = /[^<\uE000]+/y;

/** A module's text with each template as JSX. @param {string} text @param {string} name the module's, for what is said of it */
export function asJsx(text, name) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  return written(file, file);
}

/** What a node says, with each template in it as JSX. @param {ts.Node} node @param {ts.SourceFile} file @returns {string} */
function written(node, file) {
  let out = "";
  let at = node.pos;
  /** @param {ts.Node} one */
  const visit = (one) => {
    if (!ts.isTaggedTemplateExpression(one) || one.tag.getText(file) !== "html") return ts.forEachChild(one, visit);
    const start = one.getStart(file);
    out += file.text.slice(at, start) + new Template(one.template, file, start).jsx();
    at = one.end;
  };
  visit(node);
  return out + file.text.slice(at, node.end);
}

class Template {
  /** @param {ts.TemplateLiteral} literal @param {ts.SourceFile} file @param {number} start */
  constructor(literal, file, start) {
    this.file = file;
    this.line = file.getLineAndCharacterOfPosition(start).line + 1;
    const raw = (/** @type {ts.Node} */ one, /** @type {number} */ tail) => file.text.slice(one.getStart(file) + 1, one.end - tail);
    const spans = ts.isTemplateExpression(literal) ? literal.templateSpans : [];
    this.text = ts.isTemplateExpression(literal) ? raw(literal.head, 2) : raw(literal, 1);
    /** What is put in, in its order, as JSX itself. */
    this.values = spans.map((one) => written(one.expression, file) + file.text.slice(one.expression.end, one.literal.getStart(file)));
    for (const {literal: after} of spans) this.text += HOLE + raw(after, ts.isTemplateTail(after) ? 1 : 2);
    this.at = 0;
    /** What is written already. */
    this.body = "";
    /** Elements that are open. @type {string[]} */
    this.open = [];
    this.roots = 0;
    /** Whether something stands beside the elements: text, a value or a comment. */
    this.besides = false;
  }

  jsx() {
    while (this.at < this.text.length) this.body += this.next();
    if (this.open.length) this.fail(`<${this.open.at(-1)}> is not closed`);
    return this.roots === 1 && !this.besides ? `    (${this.body})` : `  (<>${this.body}</>)`;
  }

  /** The next thing between elements, or a whole tag. */
  next() {
    const comment = this.take(COMMENT);
    if (comment) return this.beside(` {/*${this.filled(comment[1], (value) => value.replaceAll(/[^\n]/g, "")).replaceAll("*/", "")}*/}`);
    const closing = this.take(CLOSING);
    if (closing) return this.close(closing[1]);
    const opening = this.take(OPENING);
    if (opening) return this.tag(opening[1]);
    const text = this.take(TEXT);
    // Braces and brackets are text to htm.
    if (text) return this.beside(text[0].replaceAll(/[{}>]/g, " "), text[0].trim() === "");
    if (this.text[this.at] !== HOLE) return this.fail("a < that begins no tag");
    this.at += 1;
    return this.beside(`{ ${this.values.shift()}}`);
  }

  /** @param {string} what @param {boolean} [isBlank] */
  beside(what, isBlank = false) {
    this.besides ||= !isBlank && !this.open.length;
    return what;
  }

  /** @param {string} named `/` closes whichever element is open */
  close(named) {
    const opened = this.open.pop() ?? this.fail("nothing is open here");
    return `</${named === "/" ? opened : this.filled(named, (value) => value)}>`;
  }

  /** @param {string} named */
  tag(named) {
    if (!this.open.length) this.roots += 1;
    const name = this.filled(named, (value) => value);
    if (named === HOLE && !/^[A-Z]|\./.test(name)) this.fail(`a component needs a name with a capital: ${name}`);
    let out = named === HOLE ? `<  ${name} ` : `<${name}`;
    for (let one = this.take(ATTRIBUTE); one; one = this.take(ATTRIBUTE)) out += one[1] + this.attribute(one[2], one[3], one[4]);
    const end = this.take(OPENING_ENDS) ?? this.fail(`<${name}> has something that is no attribute`);
    if (!end[0].endsWith("/>")) this.open.push(name);
    return out + end[0];
  }

  /** @param {string | undefined} rest @param {string} name @param {string | undefined} value with its quotes, if there are any */
  attribute(rest, name, value) {
    if (rest) return ` {...${this.values.shift()}}`;
    if (value === undefined) return name;
    const [, quote, text] = /** @type {RegExpExecArray} */ (/^(["']?)([^]*?)\1$/.exec(value));
    if (text === HOLE) return `${name}=${quote && " "}{ ${this.values.shift()}}`;
    return text.includes(HOLE) ? `${name}={\`${this.filled(text, (one) => `\${${one}}`)}\`}` : `${name}=${quote || '"'}${text}${quote || '"'}`;
  }

  /** Text with the values that stand in it. @param {string} text @param {(value: string) => string} put */
  filled(text, put) {
    return text.replaceAll(HOLE, () => put(/** @type {string} */ (this.values.shift())));
  }

  /** What stands here, if it is this. @param {RegExp} what @returns {RegExpExecArray | null} */
  take(what) {
    what.lastIndex = this.at;
    const found = what.exec(this.text);
    if (found) this.at = what.lastIndex;
    return found;
  }

  /** @param {string} why @returns {never} */
  fail(why) {
    const line = this.line + this.body.split("\n").length - 1;
    throw new SyntaxError(`${this.file.fileName}(${line}): error: ${why}`);
  }
}

/** What is wrong with any module is said after all are written. @param {string} from @param {string} to */
async function writeAll(from, to) {
  await cp(from, to, {recursive: true});
  const names = (await readdir(to, {recursive: true})).filter((name) => name.endsWith(".js") && !name.startsWith("vendor"));
  for (const name of names) {
    try {
      await writeFile(join(to, name), asJsx(await readFile(join(from, name), "utf8"), join(from, name)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.filename === process.argv[1]) await writeAll(process.argv[2], process.argv[3]);
