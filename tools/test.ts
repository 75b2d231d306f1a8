import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { postgres15 } from '@pos/api/testing/app/postgres15.ts';
import { projects, QUICK_STEPS } from './check.ts';
import { memoryFolder } from './setup/memory-folder.ts';
import { testBrowser } from './setup/test-browser.ts';
import { runSteps, type Step } from './steps.ts';

/**
 * `npm test`: runs all checks, and ends with the time of each and the number of passed and failed
 * ones.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const sharedFairs = path.join(root, '../shared/data/fair-a');
// The product starts many times; each start would compile the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compiled');
const program = (name: string, file: string, ...args: string[]): Step => ({
  name,
  command: process.execPath,
  args: [file, ...args],
});

/** Steps that need nothing but the sources, beside the build that all others use. */
const FIRST_STEPS = [
  program('web app and register are built', 'tools/setup/build-web.ts'),
  ...QUICK_STEPS,
];

/**
 * Returns the steps after these in their order. The two that take longest begin first, and wait for
 * browsers, processes and timeouts; the others use what they leave of the processors.
 */
function listSteps(): Step[] {
  const inMemory = { TMPDIR: memoryFolder() };
  const acceptance = 'tools/acceptance/main.ts';
  return [
    {
      name: 'API and tools on PostgreSQL',
      command: 'vitest',
      // With two workers a fifth of the processors would be unused.
      args: [
        'run',
        '--maxWorkers',
        '3',
        ...projects('api', 'api-alone', 'embedded-postgres', 'tools'),
      ],
      env: inMemory,
    },
    {
      name: 'journeys in a browser',
      command: 'playwright',
      args: ['test', '--config', 'e2e/playwright.config.ts'],
      env: inMemory,
    },
    program('the web app keeps its size', 'tools/web-size.ts'),
    {
      name: 'components in a browser',
      command: 'vitest',
      args: ['run', ...projects('components'), '--reporter', 'dot'],
    },
    program(
      'faults: killed in the middle of the sale',
      ...(['tools/faults/main.ts', '--part', 'kills', '--minutes', '0.25'] as const),
      ...(['--part', 'registers', '--kills', '6', '--cuts', '0'] as const),
    ),
    program('acceptance: a company to the cent', acceptance),
    ...(existsSync(sharedFairs)
      ? [program('acceptance: a whole fair to the cent', acceptance, sharedFairs)]
      : []),
    ...(postgres15()
      ? [
          {
            name: 'sales scenarios on PostgreSQL 15',
            command: 'vitest',
            args: [
              'run',
              ...projects('api'),
              'testing/scenarios',
              'db/migrate',
              '--reporter',
              'dot',
            ],
            env: { TEST_POSTGRES: '15' },
          },
        ]
      : []),
  ];
}

/** Lines of a failed step that are shown again at the end, where both runners list what failed. */
const SHOWN_AGAIN = 120;

const say = (line: string) => process.stdout.write(`${line}\n`);
const started = Date.now();
try {
  await testBrowser();
  if (!postgres15())
    say('Nothing is tested on PostgreSQL 15: install postgresql-15 of Debian 12 for that.');
  const ended = await runSteps(FIRST_STEPS);
  if (ended.every(({ hasPassed }) => hasPassed)) ended.push(...(await runSteps(listSteps())));
  for (const { name, output } of ended.filter(({ hasPassed }) => !hasPassed))
    say(`\n── failed: ${name}\n${output.split('\n').slice(-SHOWN_AGAIN).join('\n')}`);
  say('');
  for (const { name, seconds } of ended) say(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
  const passed = ended.filter(({ hasPassed }) => hasPassed).length;
  say(`npm test took ${((Date.now() - started) / 1000).toFixed(0)} s`);
  say(`${passed} passed, ${ended.length - passed} failed`);
  process.exitCode = ended.length - passed;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}
