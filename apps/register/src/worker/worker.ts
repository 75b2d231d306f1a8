import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';

/** All files of this build, written by the build (vite-precache.ts). */
declare const PRECACHED: PrecacheEntry[];

/** The part of a service worker's global scope that is used here. */
declare const self: { skipWaiting: () => Promise<void> };

cleanupOutdatedCaches();
// The parts after "#" and "?" (a pairing code) name the same page.
precacheAndRoute(PRECACHED, { ignoreURLParametersMatching: [/./], cleanURLs: false });

// A new version waits until the page says that no sale is running (new-version.ts).
addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});
