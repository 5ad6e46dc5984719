/**
 * Sending a call from the reference. The first press shows what the call takes, filled in where it is known, and
 * sends it at once if nothing has to be filled in and nothing is changed by it.
 *
 * The player who is signed in in this browser sends with the token that the session gives to pages of this server,
 * as the table does (web/session.js); the call itself is sent without cookies. A token that is typed is known to
 * this page alone, and is gone when it is left.
 */
const SESSION = "session";
const TYPED = "typed";
const NOBODY = "nobody";
const KEPT = "reference-values";
/** Values that other pages of the reference may need too; none of them is a secret. */
const KEPT_NAMES = new Set(["game", "turn", "seat", "username", "ruleset"]);
const MAX_SHOWN = 100_000;
const values = new Map(Object.entries(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}")));
let typedToken = "";
/** The forms that are built: what their calls take, and their fields. */
const built = new Map();
/** The forms whose calls are under way, each with what ends it. */
const underWay = new Map();

/** The Send button of a form was pressed. */
export async function press(form, renewal) {
  if (underWay.has(form)) return underWay.get(form).abort();
  if (built.has(form)) return send(form, renewal);
  const call = JSON.parse(form.dataset.call);
  built.set(form, { call, ...(await build(form, call, renewal)) });
  const empty = form.querySelector(":invalid");
  if (call.method === "GET" && !empty) return send(form, renewal);
  say(form, empty ? "Fill in what is missing, and send it." : "Look at what is sent, and send it.");
  (empty ?? form.querySelector("button")).focus();
}

async function build(form, call, renewal) {
  const token = await import(new URL("token.js", new URL(renewal, location.href)));
  const fields = document.createElement("div");
  const who = addWho(fields, call, token.sessionPlayer());
  const path = [...call.path.matchAll(/{(\w+)}/g)].map(([, name]) => [name, addInput(fields, name, { required: true })]);
  const more = element("details", {}, [element("summary", { textContent: "Query and headers" })]);
  const query = (call.query ?? []).map(([name, isList, required]) => {
    const label = isList ? `${name}, several with commas` : name;
    return [name, addInput(required ? fields : more, label, { required }), isList];
  });
  const headers = (call.headers ?? []).map((name) => [name, addInput(more, name)]);
  if (more.children.length > 1) fields.append(more);
  const body = call.body ? addBody(form, fields, call) : null;
  form.prepend(fields);
  return { who, path, query, headers, body };
}

/** Who sends it: the player who is signed in here, a token, or nobody. */
function addWho(fields, call, player) {
  const choice = element("select");
  if (player) choice.append(new Option(`${player.username}, who is signed in here`, SESSION));
  choice.append(new Option("the owner of a token", TYPED), new Option("nobody, without a token", NOBODY));
  const isEnough = player && !call.lacks;
  choice.value = call.token === undefined || call.token === "none" ? NOBODY : isEnough ? SESSION : call.token === "optional" ? NOBODY : TYPED;
  const secret = element("input", { type: "password", autocomplete: "off", value: typedToken });
  const asked = label("Token", secret);
  const show = () => {
    asked.hidden = choice.value !== TYPED;
    secret.required = !asked.hidden;
  };
  choice.addEventListener("change", show);
  secret.addEventListener("input", () => (typedToken = secret.value));
  show();
  fields.append(label("Sent by", choice), asked);
  if (call.lacks && player) fields.append(hint(`The sign-in of this browser gives no ${call.lacks.join(", ")}: a token does.`));
  if (!player && call.token && call.token !== "none") {
    const next = location.pathname + location.hash;
    const link = element("a", { href: `/account/login/?next=${encodeURIComponent(next)}`, textContent: "Sign in" });
    fields.append(element("p", { className: "hint" }, [link, " to send it with an account of this server."]));
  }
  return { choice, secret };
}

function addBody(form, fields, call) {
  const area = element("textarea", { value: call.body, spellcheck: false, required: true, rows: Math.min(14, call.body.split("\n").length + 1) });
  const bodies = [...form.parentElement.querySelectorAll(".bodies dt")];
  if (bodies.length) {
    const choice = element("select", {}, bodies.map((one) => new Option(one.textContent)));
    choice.addEventListener("change", () => {
      area.value = bodies[choice.selectedIndex].nextElementSibling.querySelector("code").textContent;
    });
    fields.append(label("Example", choice));
  }
  fields.append(label("Body", area));
  return area;
}

function addInput(into, name, more = {}) {
  const input = element("input", { autocomplete: "off", spellcheck: false, value: more.required ? (values.get(name) ?? "") : "", ...more });
  into.append(label(name, input));
  return input;
}

const label = (text, field) => element("label", {}, [text, field]);
const hint = (textContent) => element("p", { className: "hint", textContent });

function element(name, properties = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

async function send(form, renewal) {
  const { call, who, path, query, headers, body } = built.get(form);
  const address = new URL(call.path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(known(path, name))), location.href);
  for (const [name, { value }, isList] of query) {
    for (const one of isList ? value.split(/[\s,]+/) : [value]) if (one.trim()) address.searchParams.append(name, one.trim());
  }
  if (call.ends && !confirm(`${call.ends}\n\n${call.method} ${address.pathname}`)) return say(form, "Not sent.");
  const stop = new AbortController();
  const button = form.querySelector("button");
  underWay.set(form, stop);
  button.textContent = "Stop";
  show(form, null);
  try {
    const sent = await headersOf(who, renewal);
    for (const [name, { value }] of headers) if (value.trim()) sent[name] = value.trim();
    if (body?.value) sent["Content-Type"] = "application/json";
    say(form, "Sent …");
    const began = performance.now();
    const answer = await fetch(address, { method: call.method, headers: sent, body: body?.value, credentials: "omit", cache: "no-store", signal: stop.signal });
    say(form, `${call.method} ${answer.status} after ${Math.round(performance.now() - began)} ms`);
    await read(form, call, answer);
  } catch (error) {
    say(form, error.name === "AbortError" ? "Stopped." : `Not answered: ${error.message}`);
  } finally {
    underWay.delete(form);
    button.textContent = "Send";
  }
}

function known(path, name) {
  const value = path.find(([one]) => one === name)[1].value.trim();
  values.set(name, value);
  const kept = [...values].filter(([one]) => KEPT_NAMES.has(one));
  sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
  return value;
}

async function headersOf({ choice, secret }, renewal) {
  if (choice.value === SESSION) {
    const { authorized } = await import(new URL(renewal, location.href));
    const headers = await authorized();
    if (!headers.Authorization) throw new Error("nobody is signed in here any more.");
    return { ...headers };
  }
  return choice.value === TYPED ? { Authorization: `Bearer ${secret.value.trim()}` } : {};
}

/** Show an answer: its body, of a stream each part as it comes, and its headers. */
async function read(form, call, answer) {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  if (call.kind === "bytes" && answer.ok) return show(form, `${(await answer.arrayBuffer()).byteLength} bytes`, headers);
  let text = "";
  const decoder = new TextDecoder();
  show(form, "", headers);
  for (const reader = answer.body?.getReader(); reader; ) {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) break;
    if (call.kind === "stream") show(form, text.slice(-MAX_SHOWN), headers);
  }
  show(form, pretty(text) || "No body.", headers);
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(-MAX_SHOWN);
  }
}

function show(form, body, headers = "") {
  const shown = form.querySelector(".answer");
  shown.hidden = body === null;
  shown.querySelector("code").textContent = body ?? "";
  const folded = form.querySelector(".headers");
  folded.hidden = !headers;
  folded.querySelector("code").textContent = headers;
}

function say(form, text) {
  form.querySelector("[role=status]").textContent = text;
}
