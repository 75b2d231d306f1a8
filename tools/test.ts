import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { postgres15 } from '@pos/api/testing/postgres15.ts';
import { QUICK_STEPS } from './check.ts';
import { buildWebIfStale } from './setup/build-web.ts';
import { memoryFolder } from './setup/memory-folder.ts';
import { testBrowser } from './setup/test-browser.ts';
import { runSteps, type Step } from './steps.ts';

/**
 * `npm test`: runs all checks, fast ones first, and ends with the number of passed and failed
 * steps.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const sharedFairs = path.join(root, '../shared/data/fair-a');
const started = Date.now();

try {
  await testBrowser();
  buildWebIfStale((line) => process.stdout.write(`${line}\n`));
  const quick: Step[] = [
    ...QUICK_STEPS,
    { name: 'the web app keeps its size', command: process.execPath, args: ['tools/web-size.ts'] },
  ];
  const components: Step = {
    name: 'components in a browser',
    command: 'vitest',
    args: ['run', '--project', 'components', '--reporter', 'dot'],
  };
  const projects = ['api', 'api-alone', 'embedded-postgres', 'tools'];
  const inMemory = { TMPDIR: memoryFolder() };
  // The first waits for timeouts and restarts often enough to make room for the others.
  const onPostgres: Step[] = [
    {
      name: 'API and tools on PostgreSQL',
      command: 'vitest',
      // Many tests wait for a process or a timeout, so two workers would leave a fifth of the
      // processors unused.
      args: ['run', '--maxWorkers', '3', ...projects.flatMap((name) => ['--project', name])],
      env: inMemory,
    },
    {
      name: 'acceptance: a company to the cent',
      command: process.execPath,
      args: ['tools/acceptance/main.ts'],
    },
    ...(existsSync(sharedFairs)
      ? [
          {
            name: 'acceptance: a whole fair to the cent',
            command: process.execPath,
            args: ['tools/acceptance/main.ts', sharedFairs],
          },
        ]
      : []),
    {
      name: 'faults: killed in the middle of the sale',
      command: process.execPath,
      args: ['tools/faults/main.ts', '--part', 'kills', '--minutes', '0.4'],
    },
  ];
  if (postgres15())
    onPostgres.push({
      name: 'sales scenarios on PostgreSQL 15',
      command: 'vitest',
      args: ['run', '--project', 'api', 'testing/scenarios', 'db/migrate', '--reporter', 'dot'],
      env: { TEST_POSTGRES: '15' },
    });
  else
    process.stdout.write(
      'Nothing is tested on PostgreSQL 15: install postgresql-15 of Debian 12 for that.\n',
    );
  const journeys: Step = {
    name: 'journeys in a browser',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts'],
    env: inMemory,
  };
  let passed = 0;
  let failed = 0;
  for (const [steps, atOnce] of [
    [quick, 2],
    [[components], 1],
    [onPostgres, 2],
    [[journeys], 1],
  ] as const) {
    if (failed > 0) break;
    const ended = await runSteps(steps, { atOnce });
    passed += ended.passed;
    failed += ended.failed;
  }
  process.stdout.write(
    `\nnpm test took ${((Date.now() - started) / 1000).toFixed(0)} s\n${passed} passed, ${failed} failed\n`,
  );
  process.exitCode = failed;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}
