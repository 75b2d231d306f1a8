import { execFile } from 'node:child_process';
import { readFile, readlink, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * What tells one process from another that later gets the same number: when it was started,
 * together with the boot of the machine. Null where the process does not live (one that ended and
 * only waits to be collected does not live).
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!signalReaches(pid)) return null;
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (stat === null) return null;
    // The name in parentheses may itself hold spaces and parentheses; state is field 3, the start
    // in clock ticks field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${(await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()}/${fields[19] ?? ''}`;
  }
  if (process.platform === 'win32') return 'unknown';
  return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

/**
 * True when `pid` is a PostgreSQL server that works in `clusterDir`; `namedDir` is the folder that
 * its postmaster.pid names. Where the system does not tell the folder of a process, it works in the
 * one it named, unless that was renamed since.
 */
export async function isServerOf(
  pid: number,
  clusterDir: string,
  namedDir?: string,
): Promise<boolean> {
  if ((await processIdentity(pid)) === null) return false;
  const workingDir =
    process.platform === 'linux' ? await readlink(`/proc/${pid}/cwd`).catch(() => null) : null;
  if (workingDir !== null) return workingDir === clusterDir;
  const named = namedDir && (await folderIdentity(namedDir).catch(() => undefined));
  return !named || named === (await folderIdentity(clusterDir));
}

/**
 * True as long as the system keeps the number, be it for a process that ended and was not
 * collected.
 */
export function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Device and inode: the same after the folder was renamed or mounted a second time, another for a
 * copy or a snapshot of it.
 */
export async function folderIdentity(dir: string): Promise<string> {
  const { dev, ino } = await stat(dir, { bigint: true });
  return `${dev}:${ino}`;
}
