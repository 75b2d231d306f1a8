import process from 'node:process';
import { defineConfig } from '@playwright/test';

/** The journeys of a file run one after the other, those of different files on different products. The first fair is planned before all others: it needs a product that is still empty. */
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
    { name: 'the first fair', testMatch: 'first-fair.spec.ts' },
    { name: 'journeys', testIgnore: 'first-fair.spec.ts', dependencies: ['the first fair'] },
  ],
  use: {
    // What cannot be pressed within a minute never can be: the journey says so at once.
    actionTimeout: 60_000,
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    locale: 'en-US',
    // Neither the zone of the fair nor that of the server: days must not follow the browser.
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
  },
});
