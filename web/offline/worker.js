/** The page's side of the service worker (`worker/`): it is started, and where it wants to go is gone to. */

import {go} from "../router.js";

const SCRIPT = "/service-worker.js";

/** Start the service worker, and listen to it. */
export function startWorker() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({data}) => {
    if (typeof data?.go === "string" && URL.canParse(data.go)) followed(new URL(data.go));
  });
  void worker();
}

/** @type {Promise<ServiceWorkerRegistration | null> | null} */
let started = null;

/** The registration, made when it is first asked for; null where there is none to be had. @returns {Promise<ServiceWorkerRegistration | null>} */
export function worker() {
  if (!("serviceWorker" in navigator)) return Promise.resolve(null);
  started ??= navigator.serviceWorker
    .register(/** @type {string} */ (trusted()), {type: "module", scope: "/"})
    .then(() => navigator.serviceWorker.ready)
    .catch(() => null);
  return started;
}

/** The script's address as Trusted Types want it: this one, and no other, may be made one. */
function trusted() {
  const types = /** @type {any} */ (window).trustedTypes;
  if (!types) return SCRIPT;
  return types.createPolicy("service-worker", {createScriptURL: () => SCRIPT}).createScriptURL(SCRIPT);
}

/** @param {URL} url */
function followed(url) {
  if (url.origin === location.origin) go(url.pathname + url.search);
}
