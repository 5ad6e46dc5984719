/** The page's side of the service worker (`worker/`): it is started. */

const SCRIPT = "/service-worker.js";

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
