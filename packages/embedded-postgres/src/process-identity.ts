import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Returns a value that distinguishes a process from a later one with the same number: its start
 * time and the boot of the machine. Null if the process is not alive (a zombie is not).
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!signalReaches(pid)) return null;
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (status === null) return null;
    // The name in parentheses may contain spaces and parentheses; state is field 3, the start in
    // clock ticks field 22.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
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
 * Returns true if `pid` is a PostgreSQL server that works in `clusterDir`. `namedDir` is the folder
 * in its postmaster.pid. If the system does not reveal a process's folder, it is assumed to be the
 * one named, unless that was renamed since.
 */
export async function isServerProcess(
  pid: number,
  clusterDir: string,
  namedDir?: string,
): Promise<boolean> {
  if ((await processIdentity(pid)) === null) return false;
  const workingDir = await findWorkingDir(pid);
  if (workingDir !== null) return workingDir === clusterDir;
  const named = namedDir && (await folderIdentity(namedDir).catch(() => undefined));
  return !named || named === (await folderIdentity(clusterDir));
}

/** Returns the folder that a process works in; null if the system does not reveal it. */
async function findWorkingDir(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? readlink(`/proc/${pid}/cwd`).catch(() => null) : null;
}

/**
 * Returns the processes of PostgreSQL servers that worked in `clusterDir` and are gone. Only Linux
 * reveals them; elsewhere there are none.
 */
export async function findOrphans(clusterDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const orphans: number[] = [];
  for (const pid of (await readdir('/proc')).map(Number)) {
    if (Number.isNaN(pid) || (await findWorkingDir(pid)) !== clusterDir) continue;
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
    // A server's own command is a path; its children call themselves "postgres: …".
    const isChild = title.startsWith('postgres: ');
    if (isChild && (await findWorkingDir(parent)) !== clusterDir) orphans.push(pid);
  }
  return orphans;
}

/** Returns true while the system keeps the process number, even for a zombie. */
export function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns device and inode: the same after the folder was renamed or mounted a second time,
 * different for a copy or snapshot.
 */
export async function folderIdentity(dir: string): Promise<string> {
  const { dev, ino } = await stat(dir, { bigint: true });
  return `${dev}:${ino}`;
}
