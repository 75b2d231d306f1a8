import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** A check: a program of node_modules/.bin or of this repository, and its arguments. */
export type Step = {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
};

/**
 * Runs the steps in order, shows their output, and stops at the first failure. Returns how many
 * passed and failed.
 */
export async function runSteps(
  steps: readonly Step[],
): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  for (const step of steps) {
    const started = Date.now();
    process.stdout.write(`\n── ${step.name}\n`);
    const status = await run(step);
    process.stdout.write(
      `── ${step.name}: ${status === 0 ? 'passed' : `failed (${status})`} after ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
    );
    if (status !== 0) return { passed, failed: 1 };
    passed += 1;
  }
  return { passed, failed: 0 };
}

// The repository's programs take precedence over the machine's, even without npm.
const PATH = [
  fileURLToPath(new URL('../node_modules/.bin', import.meta.url)),
  process.env['PATH'],
].join(path.delimiter);

function run({ command, args, env }: Step): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH, ...env },
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}
