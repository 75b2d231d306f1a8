import { readdirSync } from 'node:fs';
import process from 'node:process';
import { defineConfig } from '@playwright/test';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));

/** The journeys of a file run one after the other, on a product of their own that is empty at first: a project has workers, and so a product, to itself. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/launch.ts',
  workers: 2,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../test-results',
  projects: files.map((testMatch) => ({ name: testMatch.replace('.spec.ts', ''), testMatch })),
  use: {
    // What cannot be pressed within a minute never can be: the journey says so at once.
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
      ],
    },
    locale: 'en-US',
    // Neither the zone of the fair nor that of the server: days must not follow the browser.
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
  },
});
