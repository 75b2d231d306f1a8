import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { testBrowser } from '@pos/tools/setup/test-browser.ts';

/**
 * Files that share a product, one after the other in the order of their names. They plan what they
 * look at, and find it among the records of the files before them.
 */
const TOGETHER = {
  office: [
    'device-life',
    'drafts',
    'experts',
    'exports',
    'few-keys',
    'held-search',
    'lists',
    'live',
    'new-version',
    'passwords',
    'people',
    'redirects',
    'rights',
    'screens',
    'service-banner',
    'session',
    'shell',
    'sign-in',
    'students',
    'waiting',
  ],
  fair: [
    'close-out',
    'close-out-moved',
    'closed-fair',
    'dashboard',
    'day-sheet',
    'fair-phases',
    'fairs',
    'float',
    'order-counts',
    'planning',
    'public-page',
    'timeline',
  ],
  goods: ['cartons', 'covers', 'packages', 'stock', 'titles', 'uploads'],
  reports: ['reports'],
};

/**
 * Files with a product of their own: they begin with an empty one, or change or count what belongs
 * to the whole company.
 */
const ALONE = [
  // The longest first, so that both workers end at about the same time.
  'company',
  'first-fair',
  'money',
  'payouts',
  'report-schedules',
  'schools',
  'settings',
  'templates',
];

const fileOf = (name: string): string => `${name}.spec.ts`;

const listed = [...Object.values(TOGETHER).flat(), ...ALONE].map(fileOf);
const forgotten = readdirSync(import.meta.dirname).filter(
  (file) => file.endsWith('.spec.ts') && !listed.includes(file),
);
if (forgotten.length > 0)
  throw new Error(`Add ${forgotten.join(', ')} to TOGETHER or ALONE in playwright.config.ts.`);

/**
 * Each project has its own worker, and so its own product, which starts empty. Starting both takes
 * as long as a short test.
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
    ...Object.entries(TOGETHER).map(([name, files]) => ({ name, testMatch: files.map(fileOf) })),
    ...ALONE.map((name) => ({ name, testMatch: fileOf(name) })),
  ].map((project) => ({ ...project, workers: 1 })),
  use: {
    // A control that cannot be pressed within a minute never will be: fail early.
    actionTimeout: 60_000,
    launchOptions: {
      ...(await testBrowser()),
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
