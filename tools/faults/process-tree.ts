import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Kills a process and its children at once, as a crash of the machine would. The children of PostgreSQL have process groups of their own. */
export async function killTree(pid: number): Promise<void> {
  const children = await childrenOf(pid);
  for (const one of [pid, ...children]) kill(one);
}

/** The processes that `pid` started and that still run. */
export async function childrenOf(pid: number): Promise<number[]> {
  return (await parents()).filter(({ parent }) => parent === pid).map((one) => one.pid);
}

/** Every process with its parent. */
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
      // The name in parentheses may hold anything; what follows the last one is "state parent ...". A process may end meanwhile.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
