import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** Sent by a supervised process once it answers. */
export const UP = 'up';
/** Added to the arguments of a process that takes the place of one that ended by itself. */
export const RESTARTED = '--restarted';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A process that lived this long starts the backoff anew (ms). */
const STABLE_MS = 60_000;

type Supervised = {
  program: string;
  nodeArgs: readonly string[];
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
};

/**
 * Runs a Node program and starts it again, after 1 to 60 seconds, each time it ends by itself. A program that ends
 * before it ever answered is not started again: its own message says why. SIGTERM, SIGINT and SIGHUP ask it to stop in
 * order, a second one ends it at once. Resolves to the exit code for this process.
 */
export async function supervise({ program, nodeArgs, env, say }: Supervised): Promise<number> {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stopping.signal.aborted) child?.kill('SIGKILL');
      else if (child?.connected) child.disconnect();
      stopping.abort();
    });
  }
  let wasUp = false;
  let wait = FIRST_PAUSE_MS;
  for (;;) {
    const begun = performance.now();
    child = spawn(process.execPath, [...nodeArgs, program, ...(wasUp ? [RESTARTED] : [])], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => (wasUp ||= message === UP));
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code === 0 || stopping.signal.aborted || !wasUp) return code ?? 1;
    if (performance.now() - begun > STABLE_MS) wait = FIRST_PAUSE_MS;
    const reason = signal ?? `exit code ${code}`;
    say(`POS Admin ended by itself (${reason}); it is started again in ${wait / 1_000} s.`);
    await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return 0;
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}
