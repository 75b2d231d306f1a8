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
 * Runs the steps in order, `atOnce` at a time, and starts none after a failure. Shows the output of
 * steps that run alone as they write it, of others when they end. Returns how many passed and failed.
 */
export async function runSteps(
  steps: readonly Step[],
  { atOnce = 1 }: { atOnce?: number } = {},
): Promise<{ passed: number; failed: number }> {
  const waiting = [...steps];
  const ended = { passed: 0, failed: 0 };
  const lane = async () => {
    while (ended.failed === 0) {
      const step = waiting.shift();
      if (!step) return;
      ended[(await runStep(step, atOnce === 1)) === 0 ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return ended;
}

async function runStep(step: Step, isAlone: boolean): Promise<number> {
  const started = Date.now();
  const heading = `\n── ${step.name}\n`;
  if (isAlone) process.stdout.write(heading);
  const { status, output } = await run(step, isAlone);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const result = status === 0 ? 'passed' : `failed (${status})`;
  process.stdout.write(
    `${isAlone ? '' : heading}${output}── ${step.name}: ${result} after ${seconds} s\n`,
  );
  return status;
}

// The repository's programs take precedence over the machine's, even without npm.
const PATH = [
  fileURLToPath(new URL('../node_modules/.bin', import.meta.url)),
  process.env['PATH'],
].join(path.delimiter);

function run(
  { command, args, env }: Step,
  isLive: boolean,
): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
      env: { ...process.env, PATH, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ status: code ?? (signal ? 1 : 0), output }));
  });
}
