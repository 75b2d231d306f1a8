import { readdirSync } from 'node:fs';
import process from 'node:process';
import { defineConfig } from '@playwright/test';

/** Files whose tests plan all they look at, so that they need no product of their own. */
const SHARING = [
  'cartons',
  'close-out',
  'covers',
  'day-sheet',
  'device-life',
  'exports',
  'fair-phases',
  'few-keys',
  'float',
  'order-counts',
  'public-page',
  'registers',
  'students',
  'timeline',
];

const names = readdirSync(import.meta.dirname).flatMap((file) =>
  file.endsWith('.spec.ts') ? file.replace('.spec.ts', '') : [],
);
const fileOf = (name: string): string => `${name}.spec.ts`;

/**
 * Tests of a file run one after the other. Each project has its own workers, and so its own
 * product, which starts empty: one project a file, and one for the files that share a product.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/launch.ts',
  workers: 2,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../test-results',
  projects: [
    { name: 'sharing', testMatch: SHARING.map(fileOf) },
    ...names
      .filter((name) => !SHARING.includes(name))
      .map((name) => ({ name, testMatch: fileOf(name) })),
  ],
  use: {
    // A control that cannot be pressed within a minute never will be: fail early.
    actionTimeout: 60_000,
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page of a test lives too briefly to repay the optimizing compilers: without them the
        // journeys take a fifth less.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
    locale: 'en-US',
    // Differs from the fair's zone and the server's, so that days must not follow the browser.
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
  },
});
