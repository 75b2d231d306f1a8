import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** Sent by a supervised process once it is ready. */
export const UP = 'up';
/** Argument added when a process is restarted after a crash. */
export const RESTARTED = '--restarted';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Uptime after which the backoff starts over, in milliseconds. */
const STABLE_MS = 60_000;

type Supervised = {
  program: string;
  nodeArgs: readonly string[];
  env: NodeJS.ProcessEnv;
  /** User of the program; this process's own if missing. */
  user?: { uid: number; gid: number };
  say: (line: string) => void;
};

/**
 * Runs a Node program and restarts it after each crash, with a backoff of 1 to 60 seconds. A
 * program that exits before it was ever ready is not restarted: its own message says why. SIGTERM,
 * SIGINT and SIGHUP stop it gracefully, a second signal kills it. Resolves to the exit code for
 * this process.
 */
export async function supervise({
  program,
  nodeArgs,
  env,
  user,
  say,
}: Supervised): Promise<number> {
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
      ...user,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => (wasUp ||= message === UP));
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code === 0 || stopping.signal.aborted || !wasUp) return code ?? 1;
    if (performance.now() - begun > STABLE_MS) wait = FIRST_PAUSE_MS;
    const reason = signal ?? `exit code ${code}`;
    say(`POS Admin crashed (${reason}); restarting in ${wait / 1_000} s.`);
    await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return 0;
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}
