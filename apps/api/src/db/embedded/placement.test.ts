import { execFile, spawnSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedProcess, query, runEmbedded } from '#testing/embedded-process.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installedBinaries } from './binaries.ts';
import { makeCluster } from './cluster.ts';
import { placeCluster } from './placement.ts';
import { connectAsSuperuser, freePort, launchServer } from './postmaster.ts';

/** Each test starts whole servers, which takes time on a busy computer. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
/**
 * False if the checkout itself is in a folder closed to others, so that nobody else can run
 * anything from it.
 */
const canBecomeNobody =
  isRoot &&
  spawnSync(asNobody[0] ?? '', [
    ...asNobody.slice(1),
    process.execPath,
    '--check',
    import.meta.filename,
  ]).status === 0;

let open: string;
let closed: string;
let processes: EmbeddedProcess[] = [];

beforeEach(async () => {
  open = await realpath(await mkdtemp(path.join(tmpdir(), 'placement-')));
  await chmod(open, 0o755);
  closed = path.join(open, 'closed');
  await mkdir(closed, { mode: 0o700 });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of processes) await one.end('SIGTERM');
  processes = [];
  await rm(open, { recursive: true, force: true });
});

async function startIn(dataDir: string, prefix: string[] = []): Promise<string> {
  const one = runEmbedded(dataDir, { prefix });
  processes.push(one);
  const { url, refused } = await one.outcome;
  if (!url) throw new Error(refused ?? 'The process ended without a word.');
  return url;
}

describe.runIf(isRoot)('started by root', () => {
  test('runs the server as an ordinary user and gives that user only the cluster', async () => {
    const dataDir = path.join(open, 'data');
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

  test('works below a folder that only root may enter', async () => {
    const dataDir = path.join(closed, 'data');
    expect(await query(await startIn(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).not.toBe(0);
  });

  test('runs the server as the user that the cluster belongs to', async () => {
    const dataDir = path.join(open, 'data');
    await startIn(dataDir);
    await processes[0]?.end('SIGTERM');
    await promisify(execFile)('chown', ['-R', String(NOBODY), path.join(dataDir, 'postgres')]);
    await startIn(dataDir);
    expect((await stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).uid).toBe(NOBODY);
  });

  test('without setpriv puts a new cluster where its user has access, and finds it again', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    const systemDir = path.join(open, 'system');
    const umask = process.umask(0o077);
    const first = await placeCluster(closed, { systemDir }).finally(() => process.umask(umask));
    expect(path.dirname(first.dir)).toBe(systemDir);
    const cluster = { ...first, password: 'p'.repeat(32) };
    await makeCluster(cluster, { sync: false });

    const again = await placeCluster(closed, { recorded: first.dir, systemDir });
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

  test('copies programs that its user cannot reach, once', async () => {
    const { folder, version } = await installedBinaries();
    const installed = { folder: path.join(closed, 'native'), version };
    await cp(folder, installed.folder, { recursive: true, verbatimSymlinks: true });
    await expect(
      placeCluster(open, { installed, systemDir: path.join(closed, 'system') }),
    ).rejects.toThrow(`cannot enter ${installed.folder}.`);

    const systemDir = path.join(open, 'system');
    const placement = await placeCluster(closed, { installed, systemDir });
    expect(placement.binaries.folder).toBe(path.join(systemDir, `postgresql-${version}`));
    expect(placement.dir).toBe(path.join(closed, 'postgres'));
    await makeCluster({ ...placement, password: 'p'.repeat(32) }, { sync: false });
    const { ino } = await stat(placement.binaries.folder);
    await placeCluster(closed, { recorded: placement.dir, installed, systemDir });
    expect((await stat(placement.binaries.folder)).ino).toBe(ino);
  });

  test('without setpriv leaves an existing cluster in place, and names the closed folder', async () => {
    const dir = path.join(closed, 'postgres');
    const { binaries, runAs: user } = await placeCluster(open);
    await makeCluster(
      { dir: path.join(open, 'postgres'), binaries, runAs: user, password: 'p'.repeat(32) },
      { sync: false },
    );
    await promisify(execFile)('mv', [path.join(open, 'postgres'), dir]);
    vi.stubEnv('PATH', '/nonexistent');
    await expect(
      placeCluster(closed, { recorded: dir, systemDir: path.join(open, 'system') }),
    ).rejects.toThrow(
      `PostgreSQL does not run as root, and the user "${user.name}" that it runs as cannot enter ${closed}. Open it and every folder above it ("chmod o+x" on each), or set DATA_DIR`,
    );
  });

  test('tells what to do if no folder is accessible', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    await expect(placeCluster(closed, { systemDir: path.join(closed, 'system') })).rejects.toThrow(
      `cannot enter ${closed}.`,
    );
  });

  test.runIf(canBecomeNobody)('lets an ordinary user start it as itself', async () => {
    const dataDir = path.join(open, 'data');
    await mkdir(dataDir);
    await chown(dataDir, NOBODY, NOBODY);
    expect(await query(await startIn(dataDir, asNobody), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(NOBODY);
    expect((await stat(path.join(dataDir, 'postgres.json'))).uid).toBe(NOBODY);
  });

  test.runIf(canBecomeNobody)(
    'tells an ordinary user who cannot write the data folder',
    async () => {
      await expect(startIn(path.join(open, 'data'), asNobody)).rejects.toThrow(
        /^The data folder .*\/data cannot be used \(EACCES.*\)\. Set DATA_DIR to a folder that this user may write\.$/,
      );
    },
  );
});

test.runIf(!isRoot)('started by an ordinary user works in the data folder', async () => {
  const { dir, runAs: user } = await placeCluster(open);
  expect(dir).toBe(path.join(open, 'postgres'));
  expect(user.user).toBeUndefined();
});
