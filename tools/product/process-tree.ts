import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Kills a process and its children at once, like a crash of the machine. PostgreSQL's children have
 * their own process groups.
 */
export async function killTree(pid: number): Promise<void> {
  const children = await listChildren(pid);
  signalAll([pid, ...children], 'SIGKILL');
}

/** Returns a process and everything below it. */
export async function listTree(pid: number): Promise<number[]> {
  const all = await parents();
  const tree = [pid];
  for (const one of tree)
    tree.push(...all.filter(({ parent }) => parent === one).map((child) => child.pid));
  return tree;
}

/** Sends a signal to those of the processes that still run. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) send(pid, signal);
}

/** Waits until none of the processes runs any more; those that nobody has reaped count as gone. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const stat = (pid: number) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  const isGone = async (pid: number) => {
    const state = await stat(pid);
    return state.slice(state.lastIndexOf(')') + 2).startsWith('Z');
  };
  while (process.platform === 'linux' && !(await Promise.all(pids.map(isGone))).every(Boolean))
    await sleep(10);
}

/** Returns the running child processes of `pid`. */
export async function listChildren(pid: number): Promise<number[]> {
  return (await parents()).filter(({ parent }) => parent === pid).map((one) => one.pid);
}

/** Lists every process with its parent. */
async function parents(): Promise<{ pid: number; parent: number }[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => ({ pid, parent }));
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(
    pids.map(async (pid) => {
      // The name in parentheses may contain any character; "state parent ..." follows the last
      // parenthesis. The process may have ended since.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
