import type { BrowserContext, Page, Request } from '@playwright/test';

const underWay = new WeakMap<BrowserContext, Set<Request>>();

/**
 * Tracks requests of this browser's pages from now on. The stream of live events never ends and is
 * ignored.
 */
export function watchRequests(context: BrowserContext): Set<Request> {
  const known = underWay.get(context);
  if (known) return known;
  const asked = new Set<Request>();
  underWay.set(context, asked);
  context.on(
    'request',
    (request) => void (new URL(request.url()).pathname !== '/v1/events' && asked.add(request)),
  );
  context.on('requestfinished', (request) => void asked.delete(request));
  context.on('requestfailed', (request) => void asked.delete(request));
  return asked;
}

/** Time without any request that counts as settled (ms). */
const QUIET_MS = 400;

/** Waits until the page has loaded everything it requested. */
export async function settled(page: Page): Promise<void> {
  const asked = watchRequests(page.context());
  await page.waitForLoadState('load');
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS;) {
    await page.waitForTimeout(50);
    if (asked.size > 0) quietSince = Date.now();
  }
}

/**
 * Waits until the page has drawn what it requested: quicker than `settled`, and blind to what a timer
 * has yet to request. A page with an endless animation is never idle.
 */
export async function drawn(page: Page): Promise<void> {
  const asked = watchRequests(page.context());
  for (let idle = 0; idle < 2; idle = asked.size > 0 ? 0 : idle + 1)
    await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestIdleCallback(done, { timeout: 400 })),
        ),
    );
}
