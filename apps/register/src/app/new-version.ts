/** Installs the service worker, and lets a new version take over when nobody is selling. */

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
};

const WORKER = '/register/worker.js';
/** Time between two looks for a new version (ms). */
const LOOK_MS = 30 * 60_000;

/**
 * Registers the service worker, which keeps the app on the device. A new version waits until `isIdle`
 * and then loads the page anew. Does nothing where the browser has no service worker.
 */
export async function keepUpToDate(isIdle: () => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('app', { createScriptURL: (url) => url });
  const address = policy?.createScriptURL(WORKER) ?? WORKER;
  const registration = await navigator.serviceWorker.register(address, { scope: '/register' });
  const isUpdate = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isUpdate) location.reload();
  });
  setInterval(() => {
    if (registration.waiting && isIdle()) registration.waiting.postMessage('take-over');
  }, 2_000);
  setInterval(() => void registration.update().catch(() => {}), LOOK_MS);
}
