import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * User that runs the PostgreSQL programs. PostgreSQL refuses to run as root, so a root process runs
 * it as an ordinary user; any other process runs it as itself. `entering` is the capability with
 * which that user may enter folders that are closed to it.
 */
export type RunAs = {
  name: string;
  user?: { uid: number; gid: number };
  entering?: 'dac_read_search' | 'dac_override';
  /** Variables added to the programs' environment, for fault runs. */
  env?: Readonly<Record<string, string>>;
};

/**
 * Returns the user for a root process: the owner of the cluster if it exists, else `postgres`, else
 * `nobody`.
 */
export async function databaseUser(ownerUid?: number): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { name: 'the user that started POS Admin' };
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    ownerUid === undefined
      ? ['postgres', 'nobody']
          .map((name) => accounts.find((fields) => fields[0] === name))
          .find(Boolean)
      : accounts.find((fields) => Number(fields[2]) === ownerUid);
  const [name, , uid, gid] = account ?? [];
  if (!name || !Number(uid)) {
    throw new Error(
      ownerUid === undefined
        ? 'PostgreSQL does not run as root, and this computer has neither a user "postgres" nor a user "nobody". Add one ("useradd --system postgres"), or start POS Admin as an ordinary user.'
        : `PostgreSQL does not run as root, and the database folder belongs to the user with the number ${ownerUid}, which this computer does not know. Give the folder to the user "postgres" (chown -R), then start again.`,
    );
  }
  return { name, user: { uid: Number(uid), gid: Number(gid) } };
}

/**
 * Starts a program as that user, in its own session: Ctrl-C in a terminal goes to POS Admin, which
 * then stops its database in order.
 */
export function spawnAs(
  account: RunAs,
  command: string,
  args: string[],
  stdio: StdioOptions,
): ChildProcess {
  const env = { ...programEnvironment(), ...account.env };
  const options = { cwd: '/', stdio, detached: true, windowsHide: true, env };
  if (!account.user) return spawn(command, args, options);
  if (!account.entering) return spawn(command, args, { ...options, ...account.user });
  const { uid, gid } = account.user;
  const capability = `+${account.entering}`;
  return spawn(
    'setpriv',
    [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      '--',
      command,
      ...args,
    ],
    options,
  );
}

/** Runs a program to its end. `output` has both of its streams. */
export async function runAs(
  who: RunAs,
  command: string,
  args: string[],
): Promise<{ ok: boolean; output: string }> {
  const child = spawnAs(who, command, args, ['ignore', 'pipe', 'pipe']);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output.push(error.message);
      resolve(null);
    });
    child.on('close', resolve);
  });
  return { ok: code === 0, output: output.join('').trim() };
}

/**
 * Returns true if util-linux's setpriv is available. Only it can give a capability to another user.
 */
export async function hasSetpriv(): Promise<boolean> {
  return promisify(execFile)('setpriv', ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Environment without our secrets and without PG… variables that would change the programs'
 * behavior.
 */
function programEnvironment(): NodeJS.ProcessEnv {
  const environment = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(environment), LC_ALL: 'C' };
}
