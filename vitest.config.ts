import { defineConfig } from 'vitest/config';

const onPostgres = {
  environment: 'node',
  pool: 'forks',
  globalSetup: ['apps/api/testing/global-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
          environment: 'node',
        },
      },
      { test: { name: 'api', include: ['apps/api/**/*.test.ts'], ...onPostgres } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], environment: 'node' } },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], ...onPostgres } },
      {
        test: {
          name: 'architecture',
          include: ['architecture.test.ts', 'citations.test.ts', 'decisions.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
});
