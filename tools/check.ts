import { freemem } from 'node:os';
import process from 'node:process';
import { runSteps, type Step } from './steps.ts';

/** Arguments of vitest for its projects of these names. */
export function projects(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['--project', name]);
}

/**
 * Variables with which a program written in Go frees memory only once it uses 5 GB, if this machine
 * has them: collecting garbage earlier takes a third of its time.
 */
function rareCollection(): Record<string, string> {
  return freemem() > 10e9 ? { GOGC: 'off', GOMEMLIMIT: '5GiB' } : {};
}

/** Fast checks: types, format, lint, unused code and the architecture. */
export const QUICK_STEPS: readonly Step[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  // Reports the errors of the compiler too, from the same reading of the code.
  { name: 'types and lint', command: 'oxlint', args: ['--quiet'], env: rareCollection() },
  { name: 'spelling', command: 'cspell', args: ['lint', '--no-progress', '--no-summary', '.'] },
  { name: 'no unused code', command: 'knip', args: ['--no-progress'] },
  {
    name: 'architecture',
    command: 'vitest',
    args: ['run', ...projects('architecture', 'contract', 'web'), '--reporter', 'dot'],
  },
];

if (import.meta.main) {
  const ended = await runSteps(QUICK_STEPS);
  process.exitCode = ended.every(({ hasPassed }) => hasPassed) ? 0 : 1;
}
