/**
 * The search of the guides and of the API reference: `/` leads to it, arrows and Enter choose.
 * What can be found is one list from the server; ranking.js says how well each row of it fits.
 */
const MAX_SHOWN = 20;
/** Of one kind, so that a field of many schemas leaves room for others. */
const MAX_OF_KIND = 6;
const box = document.querySelector(".search");
const input = box.querySelector("input");
const popup = box.querySelector(".found");
const list = box.querySelector("[role=listbox]");
const status = box.querySelector("[role=status]");
let loading;
let isReady = false;
let chosen = -1;

/** The index and the ranking, which are fetched when they are first needed. */
function load() {
  loading ??= Promise.all([import(box.dataset.ranking), fetch(box.dataset.index).then((answer) => answer.json())])
    .then(([ranking, index]) => ({ index: ranking.prepare(index), find: ranking.find }))
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

async function find() {
  const text = input.value.trim();
  if (!text) return open(false);
  if (!isReady) {
    status.textContent = "Loading the search …";
    open(true);
  }
  let found = [];
  try {
    const { index, find } = await load();
    isReady = true;
    if (text !== input.value.trim()) return;
    found = fewOfEach(find(index, text));
    status.textContent = found.length ? summary(found.length) : nothing(text);
  } catch {
    status.textContent = "The search cannot be loaded now. Type again to try once more.";
  }
  list.replaceChildren(...found.map(option));
  choose(found.length ? 0 : -1);
  open(true);
}

const summary = (count) => `${count} found. Arrows choose, Enter opens.`;
const nothing = (text) =>
  `Nothing is found for “${text}”. Try another word for it, or look at the API reference and the guides above.`;

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
  popup.hidden = !shown;
  list.hidden = !list.children.length;
  input.setAttribute("aria-expanded", String(shown && !list.hidden));
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
input.addEventListener("focus", () => load().catch(() => {}));
input.addEventListener("input", find);
input.addEventListener("blur", () => open(false));
input.addEventListener("keydown", (event) => {
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
// Before the press takes the focus away, which would close the list.
popup.addEventListener("mousedown", (event) => event.preventDefault());
list.addEventListener("click", (event) => follow(event.target.closest("[role=option]")));
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
