import { execFile, spawn } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type EmbeddedProcess,
  query,
  queryOnceUp,
  runEmbedded,
  readUrl,
} from '#testing/embedded-process.ts';
import { processIdentity } from './process-identity.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

/** Each test starts whole servers, which takes time on a busy computer. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let prepared: string;
let parent: string;
let dataDir: string;
let processes: EmbeddedProcess[];

/** Data folder after a first start. Tests that do not need an empty one begin with a copy. */
beforeAll(async () => {
  processes = [];
  prepared = await mkdtemp(path.join(tmpdir(), 'embedded-'));
  dataDir = path.join(prepared, 'data');
  await runAndStop();
});
afterAll(() => rm(prepared, { recursive: true, force: true }));

beforeEach(async () => {
  processes = [];
  parent = await mkdtemp(path.join(tmpdir(), 'embedded-'));
  dataDir = path.join(parent, 'data');
  await promisify(execFile)('cp', ['-a', path.join(prepared, 'data'), dataDir]);
});

afterEach(async () => {
  for (const one of processes) await one.end('SIGTERM');
  // A process that was killed leaves its server running.
  const pid = await postmaster().catch(() => 0);
  if (pid > 0) await runAndStop();
  await rm(parent, { recursive: true, force: true });
});

/**
 * mkdtemp creates folders that only their owner may enter, so each test run as root tests that too.
 */
function run(options?: Parameters<typeof runEmbedded>[1]): EmbeddedProcess {
  const one = runEmbedded(dataDir, options);
  processes.push(one);
  return one;
}

async function runAndStop(): Promise<void> {
  const one = run();
  await one.outcome;
  await one.end('SIGTERM');
}

const postmaster = async () =>
  Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
const files = async () => (await readdir(dataDir)).sort();

const emptyFolder = () => rm(dataDir, { recursive: true });

test('creates a UTF-8 database with checksums, owned by a non-superuser, that survives a restart', async () => {
  await emptyFolder();
  const first = run();
  const url = await readUrl(first);
  expect(new URL(url).hostname).toBe('127.0.0.1');
  const [facts] = await query(
    url,
    `select current_database() as database, current_user as role, current_setting('data_checksums') as checksums,
     (select rolsuper from pg_roles where rolname = current_user) as superuser, current_setting('server_encoding') as encoding,
     (select datlocale from pg_database where datname = current_database()) as locale, current_setting('listen_addresses') as listens`,
  );
  expect(facts).toEqual({
    database: 'pos_admin',
    role: 'pos_admin',
    checksums: 'on',
    superuser: false,
    encoding: 'UTF8',
    locale: 'C.UTF-8',
    listens: '127.0.0.1',
  });
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');

  await query(url, 'create table kept (id int); insert into kept values (7)');
  await first.end('SIGTERM');
  expect(await files()).toEqual(['postgres', 'postgres.json']);
  expect((await stat(path.join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  expect(await query(await readUrl(run()), 'select id from kept')).toEqual([{ id: 7 }]);
});

test('admits one of several processes that start on an empty folder at the same time', async () => {
  await emptyFolder();
  const outcomes = await Promise.all([run().outcome, run().outcome, run().outcome]);
  expect(outcomes.filter((outcome) => outcome.url)).toHaveLength(1);
  expect(
    outcomes.filter((outcome) => outcome.refused?.startsWith('Another POS Admin')),
  ).toHaveLength(2);
});

test('takes over the server that a killed process left running, refuses a second start in one sentence, and starts after both were killed', async () => {
  const first = run();
  const url = await readUrl(first);
  await query(url, 'create table kept (id int); insert into kept values (7)');
  const server = await postmaster();
  await first.end('SIGKILL');
  expect(await query(url, 'select id from kept')).toEqual([{ id: 7 }]);

  const second = run();
  expect(await readUrl(second)).toBe(url);
  expect(await postmaster()).toBe(server);
  expect((await run().outcome).refused).toBe(
    `Another POS Admin (process ${second.child.pid}) is using the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );

  process.kill(server, 'SIGKILL');
  expect(await queryOnceUp(url, 'select id from kept')).toEqual([{ id: 7 }]);
  expect(await postmaster()).not.toBe(server);
  expect(second.ended()).toBe(1);

  const restarted = await postmaster();
  await second.end('SIGKILL');
  process.kill(restarted, 'SIGKILL');
  const last = run();
  expect(await query(await readUrl(last), 'select id from kept')).toEqual([{ id: 7 }]);
  await last.end('SIGTERM');
  await expect(postmaster()).rejects.toThrow('ENOENT');
});

test('starts the server again at the same address each time it is killed', async () => {
  const one = run();
  const url = await readUrl(one);
  await query(url, 'create table kept (id int)');
  for (let round = 1; round <= 3; round++) {
    await query(url, `insert into kept values (${round})`);
    process.kill(await postmaster(), 'SIGKILL');
    expect(await queryOnceUp(url, 'select count(*)::int as count from kept')).toEqual([
      { count: round },
    ]);
  }
  // A server that ends while it is being started is not reported: that is one restart.
  expect(one.ended()).toBeGreaterThanOrEqual(1);
  expect(one.ended(), one.told()).toBeLessThanOrEqual(3);
});

test('starts the server again although a process of the killed one hangs', async () => {
  const url = await readUrl(run());
  const server = await postmaster();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Like one that waits for a lock of a killed process, it does not notice that the server is gone.
  process.kill(rows[0]!.pid, 'SIGSTOP');
  process.kill(server, 'SIGKILL');
  expect(await queryOnceUp(url, 'select 7 as seven')).toEqual([{ seven: 7 }]);
  expect(await processIdentity(rows[0]!.pid)).toBeNull();
  await client.end().catch(() => undefined);
});

test('is not blocked by files that name a process ID reused by another program', async () => {
  const owner = await stat(path.join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}),
  });
  try {
    await writeFile(
      path.join(dataDir, 'postgres', 'postmaster.pid'),
      `${stranger.pid}\n${dataDir}/postgres\n1700000000\n5432\n\n127.0.0.1\n\n`,
    );
    await writeFile(
      path.join(dataDir, 'process.lock'),
      JSON.stringify({ pid: stranger.pid, identity: 'the boot before/1' }),
    );
    expect(await query(await readUrl(run()), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test('finishes a first start that was killed midway', async () => {
  await emptyFolder();
  await mkdir(path.join(dataDir, 'postgres.new', 'cluster'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres.new', 'cluster', 'PG_VERSION'), '18\n');
  const password = 'p'.repeat(32);
  await writeFile(
    path.join(dataDir, 'postgres.json'),
    JSON.stringify({
      layout: 1,
      major: 18,
      folder: 'postgres',
      complete: false,
      superuserPassword: password,
      password,
    }),
  );
  expect(await query(await readUrl(run()), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await files()).toEqual(['postgres', 'postgres.json', 'process.lock']);
});

test('refuses settings that could lose an acknowledged order, and leaves no server behind', async () => {
  await appendFile(
    path.join(dataDir, 'postgres', 'postgresql.conf'),
    '\nfsync = off\nsynchronous_commit = off\n',
  );
  const { refused } = await run().outcome;
  expect(refused).toBe(
    'The database server may lose orders that it has acknowledged: fsync = off, synchronous_commit = off. Set fsync, full_page_writes and synchronous_commit to on, then start again.',
  );
  await expect(postmaster()).rejects.toThrow('ENOENT');
});

test('never starts with an empty database where one existed', async () => {
  const record = await readFile(path.join(dataDir, 'postgres.json'));
  await rm(path.join(dataDir, 'postgres.json'));
  expect((await run().outcome).refused).toMatch(
    /postgres\.json is missing\. Restore it from your backup/,
  );
  await writeFile(path.join(dataDir, 'postgres.json'), record);
  await rm(path.join(dataDir, 'postgres'), { recursive: true });
  expect((await run().outcome).refused).toMatch(
    /The database folder .*\/postgres is missing\. Restore it from your backup/,
  );
});
