/** The registration of the service worker (`worker/`). */

import {serviceWorkers} from "../router.js";

const SCRIPT = "/service-worker.js";

/** @type {Promise<ServiceWorkerRegistration | null> | null} */
let started = null;

/** The registration, made when it is first asked for; null where there is none to be had. @returns {Promise<ServiceWorkerRegistration | null>} */
export function worker() {
  const workers = serviceWorkers();
  if (!workers) return Promise.resolve(null);
  started ??= workers
    .register(/** @type {string} */ (trusted()), {type: "module", scope: "/"})
    .then(() => workers.ready)
    .catch(() => null);
  return started;
}

/** The script's address as Trusted Types want it: this one, and no other, may be made one. */
function trusted() {
  const types = /** @type {any} */ (window).trustedTypes;
  if (!types) return SCRIPT;
  return types.createPolicy("service-worker", {createScriptURL: () => SCRIPT}).createScriptURL(SCRIPT);
}
