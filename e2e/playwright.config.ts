import process from 'node:process';
import { defineConfig } from '@playwright/test';

/** The journeys run one after the other on one product: each begins where the one before it ended. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/launch.ts',
  workers: 1,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
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
