import path from 'node:path';
import process from 'node:process';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BROWSER_ARGS, testBrowser } from './tools/setup/test-browser.ts';

// Most uploads and many tests start a worker or a process. Each would compile the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= path.join(
  import.meta.dirname,
  'node_modules/.cache/compiled',
);

/** Limits that hold on a machine with much else to do. */
const PATIENT = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

const onPostgres = {
  ...PATIENT,
  environment: 'node' as const,
  pool: 'forks' as const,
  globalSetup: ['apps/api/testing/app/global-setup.ts'],
  setupFiles: ['apps/api/testing/app/close-test-apps.ts'],
};

/** Tests of a whole process: its memory, its prepared statements, its environment, or its end. */
const OWN_PROCESS = [
  'apps/api/src/db/db.test.ts',
  'apps/api/src/backup/backup-memory.test.ts',
  'apps/api/src/http/limits/health.test.ts',
  'apps/api/src/artwork/hostile-artwork.test.ts',
  'apps/api/src/spreadsheets/reading/hostile-files.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...PATIENT,
          name: 'contract',
          isolate: false,
          include: ['packages/{basics,contract,world}/src/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          exclude: OWN_PROCESS,
          // The modules of the API are loaded once for all files, which saves a third of the time.
          isolate: false,
          ...onPostgres,
        },
      },
      { test: { name: 'api-alone', include: OWN_PROCESS, ...onPostgres } },
      {
        test: {
          ...PATIENT,
          name: 'embedded-postgres',
          include: ['packages/embedded-postgres/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'web',
          isolate: false,
          include: ['apps/{web,register}/src/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        // Found while a test ran, it would reload the page below the test.
        optimizeDeps: { include: ['react-dom', 'react-dom/client'] },
        test: {
          ...PATIENT,
          name: 'components',
          include: ['apps/{web,register}/src/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                ...(await testBrowser()),
                args: BROWSER_ARGS,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], isolate: false, ...onPostgres } },
      {
        test: {
          ...PATIENT,
          name: 'architecture',
          include: ['*.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
});
