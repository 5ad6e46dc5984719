/** The style of what is loaded late. */

/** @type {Promise<void> | null} */
let worn = null;

/** Load the style sheet once; done when it can be seen. */
export function wear() {
  worn ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("./learn.css", import.meta.url).href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
  return worn;
}
