import { readdirSync } from 'node:fs';
import process from 'node:process';
import { defineConfig } from '@playwright/test';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));

/**
 * Tests of a file run one after the other, on a product of their own that starts empty: each
 * project has its own workers, and so its own product.
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
  projects: files.map((testMatch) => ({ name: testMatch.replace('.spec.ts', ''), testMatch })),
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
      ],
    },
    locale: 'en-US',
    // Differs from the fair's zone and the server's, so that days must not follow the browser.
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
  },
});
