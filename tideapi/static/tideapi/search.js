/**
 * The search of the guides and of the API reference: `/` leads to it, arrows and Enter choose.
 * What can be found is one list from the server, which is fetched when the search is first used.
 */
const MAX_SHOWN = 20;
/** Of one kind, so that a field of many schemas leaves room for others. */
const MAX_OF_KIND = 6;
const box = document.querySelector(".search");
const input = box.querySelector("input");
const list = box.querySelector("[role=listbox]");
let index;
let chosen = -1;

function load() {
  index ??= fetch(box.dataset.index).then((answer) => answer.json());
  return index;
}

/** How well a row fits the words: lower is better, Infinity is not at all. Calls are looked for most. */
function distance([kind, name, text], words) {
  const [title, all] = [name.toLowerCase(), `${name} ${text}`.toLowerCase()];
  if (!words.every((word) => all.includes(word))) return Infinity;
  const asked = words.join("_");
  const named = words.every((word) => title.includes(word));
  if (title === asked || (kind === "call" && named)) return 0;
  if (title.startsWith(asked) || kind === "call") return 1;
  return named ? 2 : 3;
}

async function find() {
  const words = input.value.toLowerCase().split(/[\s_]+/).filter(Boolean);
  const rows = await load();
  const ranked = words.length ? rows.map((row) => [distance(row, words), row]) : [];
  // Rows of one distance keep the order of the index: calls first, fields last.
  const sorted = ranked.filter(([far]) => far < Infinity).sort(([one], [other]) => one - other);
  const found = fewOfEach(sorted.map(([, row]) => row));
  list.replaceChildren(...found.map(option));
  if (words.length && !found.length) list.replaceChildren(option(["", "Nothing found", "", ""], 0));
  choose(found.length ? 0 : -1);
  open(words.length > 0);
}

function fewOfEach(rows) {
  const often = {};
  const found = rows.filter(([kind]) => (often[kind] = (often[kind] ?? 0) + 1) <= MAX_OF_KIND);
  return found.slice(0, MAX_SHOWN);
}

function option([kind, name, text, address], place) {
  const item = Object.assign(document.createElement("li"), { id: `found-${place}` });
  item.setAttribute("role", "option");
  item.dataset.address = address;
  for (const [tag, content] of Object.entries({ small: kind, b: name, span: text })) {
    item.append(Object.assign(document.createElement(tag), { textContent: content }), " ");
  }
  return item;
}

function choose(place) {
  chosen = place;
  [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === place)));
  const item = list.children[place];
  input.setAttribute("aria-activedescendant", item?.id ?? "");
  item?.scrollIntoView({ block: "nearest" });
}

function open(shown) {
  list.hidden = !shown;
  input.setAttribute("aria-expanded", String(shown));
}

function follow(item) {
  if (!item?.dataset.address) return;
  open(false);
  location.assign(item.dataset.address);
}

const KEYS = {
  ArrowDown: () => choose(Math.min(chosen + 1, list.children.length - 1)),
  ArrowUp: () => choose(Math.max(chosen - 1, 0)),
  Enter: () => follow(list.children[chosen]),
  Escape: () => open(false),
};

box.hidden = false;
input.addEventListener("focus", load);
input.addEventListener("input", find);
input.addEventListener("blur", () => open(false));
input.addEventListener("keydown", (event) => {
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
// Before the press takes the focus away, which would close the list.
list.addEventListener("mousedown", (event) => event.preventDefault());
list.addEventListener("click", (event) => follow(event.target.closest("[role=option]")));
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
