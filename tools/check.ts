import process from 'node:process';
import { runSteps, type Step } from './steps.ts';

/** Fast checks: types, format, lint, sizes, unused code and the architecture. */
export const QUICK_STEPS: readonly Step[] = [
  // One program for all that runs on Node: each of its parts alone would check the API again.
  { name: 'types of the server and tools', command: 'tsc', args: ['-p', 'tsconfig.server.json'] },
  ...['packages/contract', 'apps/web', 'e2e'].map((part) => ({
    name: `types of ${part}`,
    command: 'tsc',
    args: ['-p', part],
  })),
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--quiet'] },
  { name: 'sizes of the tree', command: process.execPath, args: ['tools/figures.ts'] },
  { name: 'spelling', command: 'cspell', args: ['lint', '--no-progress', '--no-summary', '.'] },
  { name: 'no unused code', command: 'knip', args: ['--no-progress'] },
  {
    name: 'architecture',
    command: 'vitest',
    args: [
      'run',
      '--project',
      'architecture',
      '--project',
      'contract',
      '--project',
      'web',
      '--reporter',
      'dot',
    ],
  },
];

if (import.meta.main) {
  const { failed } = await runSteps(QUICK_STEPS, { atOnce: 2 });
  process.exitCode = failed;
}
