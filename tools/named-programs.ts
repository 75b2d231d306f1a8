import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

/**
 * A program that a command starts by name: its file below `tools`, fixed arguments, and its
 * purpose.
 */
export type NamedProgram = {
  file: string;
  args?: readonly string[];
  /** One sentence for the table of names. */
  purpose: string;
  /** Limits that make the program exit with 1; empty for a program that measures nothing. */
  limit?: string;
};

/**
 * Starts the program named by the first argument with the remaining arguments, and exits with its
 * code. Without a name, prints the table of names; an unknown name exits with 1.
 */
export function runNamedProgram(
  command: string,
  programs: Readonly<Record<string, NamedProgram>>,
): void {
  const [name, ...args] = process.argv.slice(2);
  const program = name === undefined ? undefined : programs[name];
  if (!program || !Object.hasOwn(programs, name ?? '')) {
    if (name !== undefined && name !== '--help') {
      console.error(`There is no "${name}".`);
      process.exitCode = 1;
    }
    console.log(toTable(command, programs));
    return;
  }
  const file = path.resolve(import.meta.dirname, program.file);
  const child = spawn(process.execPath, [file, ...(program.args ?? []), ...args], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}

function toTable(command: string, programs: Readonly<Record<string, NamedProgram>>): string {
  const width = Math.max(...Object.keys(programs).map((name) => name.length)) + 2;
  const lines = Object.entries(programs).flatMap(([name, { purpose, limit }]) => [
    `  ${name.padEnd(width)}${purpose}`,
    ...(limit ? [`  ${''.padEnd(width)}Limit: ${limit}`] : []),
  ]);
  return [`npm run ${command} -- NAME [--help]`, '', ...lines].join('\n');
}
