/**
 * Translators of a browser put a `<font>` in the place of each text. To preact its text is then nowhere: what changes is
 * not shown, and what is put before the text throws or comes twice.
 *
 * So a text that was replaced stands for its `<font>`: it names the same place, goes with it, and comes back when it
 * changes. The translator then translates it again.
 */

/** What stands in the place of a text. @type {WeakMap<Node, Element>} */
const standIns = new WeakMap();
/** The text that a `<font>` stands for, or stood for. @type {WeakMap<Node, Text>} */
const texts = new WeakMap();
const STANDS_FOR = "FONT";

const {insertBefore, removeChild} = globalThis.Node?.prototype ?? {};
const data = globalThis.CharacterData && Object.getOwnPropertyDescriptor(CharacterData.prototype, "data");

/** Mend what translators do below this element. @param {Element} root */
export function watchTranslators(root) {
  new MutationObserver((records) => records.forEach(replaced)).observe(root, {childList: true, subtree: true});
  Object.assign(Node.prototype, {insertBefore: insert, removeChild: remove});
}

/** @this {Node} @param {Node} node @param {Node | null} before */
function insert(node, before) {
  // To preact the next node after another is the `<font>`: its text is there already.
  if (before && standIns.get(node) === before) return node;
  restore(node);
  const place = before && (standIns.get(before) ?? before);
  // The text of this one has come back since preact has looked.
  return insertBefore.call(this, node, place && place.parentNode !== this ? (texts.get(place) ?? place) : place);
}

/** @this {Node} @param {Node} node */
function remove(node) {
  restore(node);
  return removeChild.call(this, node);
}

/** @param {MutationRecord} record */
function replaced({target, addedNodes, removedNodes, previousSibling, nextSibling}) {
  for (const text of removedNodes) {
    if (!(text instanceof Text) || standIns.has(text)) continue;
    // It was moved into its `<font>`, or that was put in its place, at once or before it was taken away.
    const around = /** @type {Element | null} */ (text.parentElement?.closest(`${STANDS_FOR}:not(${STANDS_FOR} *)`) ?? null);
    const near = around ? [around] : [...addedNodes, previousSibling, nextSibling];
    const font = near.find((one) => one?.nodeName === STANDS_FOR && one.parentNode === target);
    if (font && (around || !text.isConnected)) stand(text, /** @type {Element} */ (font));
  }
}

/** @param {Text} text @param {Element} font */
function stand(text, font) {
  standIns.set(text, font);
  texts.set(font, text);
  Object.defineProperties(text, {
    parentNode: {get: () => font.parentNode, configurable: true},
    nextSibling: {get: () => font.nextSibling, configurable: true},
    data: {
      get: () => data?.get?.call(text),
      set: (value) => {
        restore(text);
        text.data = value;
      },
      configurable: true,
    },
  });
}

/** Put a text back where its stand-in is. @param {Node} text */
function restore(text) {
  const font = standIns.get(text);
  if (!font) return;
  standIns.delete(text);
  for (const name of ["parentNode", "nextSibling", "data"]) Reflect.deleteProperty(text, name);
  font.replaceWith(text);
}
