import { execFile, spawnSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedProcess, query, runEmbedded, readUrl } from '#testing/embedded-process.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installedBinaries } from './binaries.ts';
import { makeCluster } from './cluster.ts';
import { placeCluster } from './placement.ts';
import { connectAsSuperuser, freePort, launchServer } from './postmaster.ts';

/** Most tests start PostgreSQL servers, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const isRoot = process.getuid?.() === 0;
const NOBODY_UID = 65_534;
const asNobodyPrefix = [
  'setpriv',
  `--reuid=${NOBODY_UID}`,
  `--regid=${NOBODY_UID}`,
  '--clear-groups',
  '--',
];
/** False if only root can enter the folder of the checkout, so that `nobody` cannot run its files. */
const nobodyCanRunCheckout =
  isRoot &&
  spawnSync(asNobodyPrefix[0] ?? '', [
    ...asNobodyPrefix.slice(1),
    process.execPath,
    '--check',
    import.meta.filename,
  ]).status === 0;

/** Folder that every user can enter. */
let openDir: string;
/** Folder inside it that only root can enter. */
let closedDir: string;
let processes: EmbeddedProcess[] = [];

beforeEach(async () => {
  openDir = await realpath(await mkdtemp(path.join(tmpdir(), 'placement-')));
  await chmod(openDir, 0o755);
  closedDir = path.join(openDir, 'closed');
  await mkdir(closedDir, { mode: 0o700 });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of processes) await child.end('SIGTERM');
  processes = [];
  await rm(openDir, { recursive: true, force: true });
});

async function startIn(dataDir: string, prefix: string[] = []): Promise<string> {
  const child = runEmbedded(dataDir, { prefix });
  processes.push(child);
  return readUrl(child);
}

describe.runIf(isRoot)('started by root', () => {
  test('runs the server as an ordinary user, who owns only the folder of the cluster', async () => {
    const dataDir = path.join(openDir, 'data');
    const url = await startIn(dataDir);
    const owner = (await stat(path.join(dataDir, 'postgres'))).uid;
    expect(owner).not.toBe(0);
    expect((await stat(dataDir)).uid).toBe(0);
    expect(await stat(path.join(dataDir, 'postgres.json'))).toMatchObject({
      uid: 0,
      mode: 0o100600,
    });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('works in a data folder below one that only root can enter', async () => {
    const dataDir = path.join(closedDir, 'data');
    expect(await query(await startIn(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).not.toBe(0);
  });

  test('runs the server as the owner of an existing cluster', async () => {
    const dataDir = path.join(openDir, 'data');
    await startIn(dataDir);
    await processes[0]?.end('SIGTERM');
    await promisify(execFile)('chown', ['-R', String(NOBODY_UID), path.join(dataDir, 'postgres')]);
    await startIn(dataDir);
    expect((await stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).uid).toBe(NOBODY_UID);
  });

  test('without setpriv, creates a cluster in the system folder and finds it again', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    const systemDir = path.join(openDir, 'system');
    const umask = process.umask(0o077);
    const first = await placeCluster(closedDir, { systemDir }).finally(() => process.umask(umask));
    expect(path.dirname(first.dir)).toBe(systemDir);
    const cluster = { ...first, password: 'p'.repeat(32) };
    await makeCluster(cluster, { sync: false });

    const again = await placeCluster(closedDir, { existingDir: first.dir, systemDir });
    expect(again).toEqual(first);
    const server = await launchServer(
      { ...again, password: cluster.password },
      await freePort(),
      {},
      () => undefined,
    );
    const client = await connectAsSuperuser(cluster, server.port);
    expect((await client.query('show data_directory')).rows).toEqual([
      { data_directory: first.dir },
    ]);
    await client.end();
    await server.stop();
  });

  test('copies the PostgreSQL programs once if the database user cannot reach them', async () => {
    const { folder, version } = await installedBinaries();
    const installed = { folder: path.join(closedDir, 'native'), version };
    await cp(folder, installed.folder, { recursive: true, verbatimSymlinks: true });
    await expect(
      placeCluster(openDir, { installed, systemDir: path.join(closedDir, 'system') }),
    ).rejects.toThrow(`cannot enter ${installed.folder}.`);

    const systemDir = path.join(openDir, 'system');
    const placement = await placeCluster(closedDir, { installed, systemDir });
    expect(placement.binaries.folder).toBe(path.join(systemDir, `postgresql-${version}`));
    expect(placement.dir).toBe(path.join(closedDir, 'postgres'));
    await makeCluster({ ...placement, password: 'p'.repeat(32) }, { sync: false });
    const { ino } = await stat(placement.binaries.folder);
    await placeCluster(closedDir, { existingDir: placement.dir, installed, systemDir });
    expect((await stat(placement.binaries.folder)).ino).toBe(ino);
  });

  test('without setpriv, refuses an existing cluster in a closed folder and names that folder', async () => {
    const dir = path.join(closedDir, 'postgres');
    const { binaries, runAs: user } = await placeCluster(openDir);
    await makeCluster(
      { dir: path.join(openDir, 'postgres'), binaries, runAs: user, password: 'p'.repeat(32) },
      { sync: false },
    );
    await promisify(execFile)('mv', [path.join(openDir, 'postgres'), dir]);
    vi.stubEnv('PATH', '/nonexistent');
    await expect(
      placeCluster(closedDir, { existingDir: dir, systemDir: path.join(openDir, 'system') }),
    ).rejects.toThrow(
      `PostgreSQL does not run as root, and the user "${user.name}" that it runs as cannot enter ${closedDir}. Open it and every folder above it ("chmod o+x" on each), or set DATA_DIR`,
    );
  });

  test('names the closed folder if the database user can enter none', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    await expect(
      placeCluster(closedDir, { systemDir: path.join(closedDir, 'system') }),
    ).rejects.toThrow(`cannot enter ${closedDir}.`);
  });

  test.runIf(nobodyCanRunCheckout)(
    'runs the server as the ordinary user who started it',
    async () => {
      const dataDir = path.join(openDir, 'data');
      await mkdir(dataDir);
      await chown(dataDir, NOBODY_UID, NOBODY_UID);
      expect(await query(await startIn(dataDir, asNobodyPrefix), 'select 1 as one')).toEqual([
        { one: 1 },
      ]);
      expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(NOBODY_UID);
      expect((await stat(path.join(dataDir, 'postgres.json'))).uid).toBe(NOBODY_UID);
    },
  );

  test.runIf(nobodyCanRunCheckout)(
    'says to set DATA_DIR if an ordinary user cannot write to the data folder',
    async () => {
      await expect(startIn(path.join(openDir, 'data'), asNobodyPrefix)).rejects.toThrow(
        /^The data folder .*\/data cannot be used \(EACCES.*\)\. Set DATA_DIR to a folder that this user can write to\.$/,
      );
    },
  );
});

test.runIf(!isRoot)(
  'started by an ordinary user, places the cluster in the data folder',
  async () => {
    const { dir, runAs: user } = await placeCluster(openDir);
    expect(dir).toBe(path.join(openDir, 'postgres'));
    expect(user.user).toBeUndefined();
  },
);
