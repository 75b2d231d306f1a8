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

/** A step that has ended, what it printed, and the time that it took. */
export type EndedStep = { name: string; hasPassed: boolean; seconds: number; output: string };

/**
 * Runs the steps in order, two at a time, all of them, so that one run shows everything that fails.
 * Shows the output of each when it ends.
 */
export async function runSteps(steps: readonly Step[]): Promise<EndedStep[]> {
  const waiting = [...steps];
  const ended: EndedStep[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) ended.push(await runStep(step));
  };
  await Promise.all([lane(), lane()]);
  return ended;
}

async function runStep(step: Step): Promise<EndedStep> {
  const started = Date.now();
  process.stdout.write(`── ${step.name}: started\n`);
  const { status, output } = await run(step);
  const seconds = (Date.now() - started) / 1000;
  const result = status === 0 ? 'passed' : `failed (${status})`;
  process.stdout.write(
    `\n── ${step.name}\n${output}── ${step.name}: ${result} after ${seconds.toFixed(1)} s\n`,
  );
  return { name: step.name, hasPassed: status === 0, seconds, output };
}

// The repository's programs take precedence over the machine's, even without npm.
const PATH = [
  fileURLToPath(new URL('../node_modules/.bin', import.meta.url)),
  process.env['PATH'],
].join(path.delimiter);

function run({ command, args, env }: Step): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ status: code ?? (signal ? 1 : 0), output }));
  });
}
