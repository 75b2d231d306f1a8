import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, testBrowser } from '@pos/tools/setup/test-browser.ts';
import type { ProductOptions } from './support/office.ts';

/**
 * Each product has a folder of journeys, which run one file after the other in the order of their
 * names. They plan what they look at, and find it among the records of the files before them.
 * `fairs` is a company without a source system that sends mail; its first file begins with the empty
 * product.
 */
const PRODUCTS = ['office', 'fairs'];

/** Each product has a worker of its own, and starts empty. */
export default defineConfig<object, ProductOptions>({
  testDir: '.',
  globalSetup: './support/launch.ts',
  workers: PRODUCTS.length,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../test-results',
  projects: PRODUCTS.map((name) => ({
    name,
    testDir: name,
    workers: 1,
    ...(name === 'fairs' && { use: { sendsMail: true, hasSource: false } }),
  })),
  use: {
    // A control that cannot be pressed within a minute never will be: fail early.
    actionTimeout: 60_000,
    launchOptions: {
      ...(await testBrowser()),
      args: BROWSER_ARGS,
    },
    // Each frame of an animation is drawn by the processor, and lists being loaded have one.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    // Differs from the fair's zone and the server's, so that days must not follow the browser.
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
  },
});
