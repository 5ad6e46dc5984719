/** A component that is loaded when it is first shown, and the heading of a page. */

import {SITE, loadStyle} from "../preloads.js";
import {hasMoved} from "../router.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {entitle} from "../waiting.js";
import {loadWordsOf, t} from "../words.js";

/**
 * @template P What the component is given.
 * @typedef {{default: (props: P) => Api.Children, style?: string, words?: string[]}} Loaded
 */

/** What was loaded once is there at once. @type {WeakMap<() => Promise<unknown>, Loaded<any>>} */
const known = new WeakMap();

/**
 * @template {object} P
 * @param {{load: () => Promise<Loaded<P>>, isPage?: boolean, isFirst?: boolean} & NoInfer<P>} props
 * `load` imports a module whose default is a component; its `style` is the address of a style sheet that it
 * needs, and its `words` are the folders whose words it says. A page gets the focus once it is there. What `isFirst` keeps back
 * all that stands below it until then.
 */
export function Lazy({load, isPage = false, isFirst = isPage, ...props}) {
  const [found, setFound] = useState(/** @type {Loaded<P> | "failed" | null} */ (known.get(load) ?? null));
  useEffect(() => {
    let gone = false;
    const here = (/** @type {Loaded<P> | "failed"} */ one) => gone || setFound(one);
    load()
      .then(async (one) => (await Promise.all([loadStyle(one.style), loadWordsOf(...(one.words ?? []))]), known.set(load, one), here(one)))
      .catch(() => here("failed"));
    return () => {
      gone = true;
    };
  }, [load]);
  useEffect(() => {
    if (isPage && found) focusHeading();
  }, [found]);
  if (found === null) return isFirst ? html`<p class="quiet to-come">${t("Loading …")}</p>` : null;
  if (found === "failed") return html`<${Failed} isPage=${isPage} />`;
  // What is left is what it is given.
  return html`<${found.default} ...${/** @type {P} */ (/** @type {unknown} */ (props))} />`;
}

/** @param {{isPage: boolean}} props */
function Failed({isPage}) {
  return html`${isPage && html`<${Heading} title=${t("Not loaded")}>${t("Not loaded")}<//>`}
  <p class="refused" role="alert">${t("This part of the page could not be loaded.")}
    <button type="button" class="plain" onClick=${() => location.reload()}>${t("Reload the page")}</button></p>`;
}

/** Begin a page that was gone to at its heading. */
export const focusHeading = () => hasMoved() && document.querySelector("h1")?.focus({preventScroll: true});

/** The heading of a page: it gets the focus when the page is opened, and names the window. @param {{children: Api.Children, title: string}} props */
export function Heading({children, title}) {
  useEffect(() => entitle(`${title} · ${SITE.name}`), [title]);
  return html`<h1 tabindex=${-1}>${children}</h1>`;
}
