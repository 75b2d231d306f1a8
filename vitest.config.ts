import path from 'node:path';
import process from 'node:process';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { testBrowser } from './tools/setup/test-browser.ts';

// Most uploads and many tests start a worker or a process. Each would compile the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= path.join(
  import.meta.dirname,
  'node_modules/.cache/compiled',
);

const onPostgres = {
  environment: 'node' as const,
  pool: 'forks' as const,
  globalSetup: ['apps/api/testing/app/global-setup.ts'],
  setupFiles: ['apps/api/testing/app/close-test-apps.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Tests of a whole process: its memory, its environment, or its end. */
const OWN_PROCESS = [
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
          name: 'contract',
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
          name: 'embedded-postgres',
          include: ['packages/embedded-postgres/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/{web,register}/src/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        // Found while a test ran, it would reload the page below the test.
        optimizeDeps: { include: ['react-dom', 'react-dom/client'] },
        test: {
          name: 'components',
          include: ['apps/{web,register}/src/**/*.test.tsx'],
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                ...(await testBrowser()),
                args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], ...onPostgres } },
      {
        test: {
          name: 'architecture',
          include: ['*.test.ts'],
          environment: 'node',
          // The first import of a list loads the whole API.
          testTimeout: 30_000,
        },
      },
    ],
  },
});
