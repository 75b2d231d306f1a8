import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adopt } from '#api/start/join-others.ts';
import { ownerAt, ProductProcesses, type Caller } from '#testing/app/product-processes.ts';

const WAIT = { timeout: 20_000, interval: 50 };

/** Processes with data folders of their own on one database. */
describe('files of processes on one database', async () => {
  const processes = await ProductProcesses.open();
  let folder: string;
  beforeEach(async () => {
    await processes.empty();
    folder = await mkdtemp(path.join(tmpdir(), 'shared-files-'));
  });
  afterEach(async () => {
    await processes.stopAll();
    await rm(folder, { recursive: true });
  });
  afterAll(() => processes.close());

  /** Exports the devices at a process, and returns the job once its file is there. */
  const exportAt = async ({ client }: Caller) => {
    const body = { list: 'devices', query: {}, format: 'csv' } as const;
    const id = (await client.exports.add({ body })).data.jobId;
    const job = () => client.jobs.getById({ params: { id } });
    await vi.waitFor(async () => expect((await job()).data.status).toBe('succeeded'), WAIT);
    return id;
  };
  const fileAt = async ({ send }: Caller, id: string) => {
    const answer = await send(`/v1/jobs/${id}/file`, {});
    return { status: answer.status, text: await answer.text() };
  };

  it.each(['database', 'folder'])(
    'are downloaded and deleted at any of them, in the %s',
    async (place) => {
      const env: Record<string, string> =
        place === 'folder' ? { FILES_DIR: path.join(folder, 'shared') } : {};
      const [one, other] = [await processes.start('one', env), await processes.start('other', env)];
      const here = await ownerAt([one]);
      const there = await ownerAt([other], here.token);
      const ids = [await exportAt(here), await exportAt(there)];
      for (const id of ids)
        for (const caller of [here, there])
          expect(await fileAt(caller, id)).toMatchObject({
            status: 200,
            text: expect.stringContaining('Device'),
          });
      // A withdrawal at one, as an erased student causes it.
      await one.db.updateTable('jobs').set({ storedFile: null, fileName: null }).execute();
      await queueBackgroundTask(one.db, 'forget-files', {});
      await vi.waitFor(async () => {
        const left = await one.db.selectFrom('storedFiles').select('name').execute();
        const inFolder = env['FILES_DIR'] ? await readdir(env['FILES_DIR']) : [];
        expect([...left, ...inFolder.filter((name) => !name.startsWith('.'))]).toEqual([]);
      }, WAIT);
      for (const id of ids)
        for (const caller of [here, there]) expect((await fileAt(caller, id)).status).toBe(404);
    },
  );

  it('that an earlier version left in a data folder are moved at the start', async () => {
    const one = await processes.start('one');
    const id = uuidv7();
    await one.db
      .insertInto('jobs')
      .values({
        id,
        kind: 'export',
        ownerId: one.owner.id,
        status: 'succeeded',
        progress: 100,
        fileName: 'devices.csv',
        storedFile: `${id}.1.csv`,
        finishedAt: new Date().toISOString(),
      })
      .execute();
    const left = path.join(processes.folder, 'other', 'files');
    await mkdir(left, { recursive: true });
    await writeFile(path.join(left, `${id}.1.csv`), 'Device\nREG-1\n');
    await writeFile(path.join(left, `${uuidv7()}.1.csv`), 'Zebedee\n');
    await processes.start('other');
    const here = await ownerAt([one]);
    expect(await fileAt(here, id)).toEqual({ status: 200, text: 'Device\nREG-1\n' });
    await expect(readdir(left)).rejects.toThrow('ENOENT');
    expect(processes.said).toContain('Moved 1 file of DATA_DIR to where all processes find it.');
    expect(await one.db.selectFrom('storedFiles').select('name').execute()).toHaveLength(1);
  });

  it('refuse a process with another place or another secret, and say what to do', async () => {
    const FILES_DIR = path.join(folder, 'shared');
    const other = path.join(folder, 'else');
    await processes.start('one', { FILES_DIR });
    for (const [env, sentence] of [
      [{}, 'Set FILES_DIR to it, as for the other processes.'],
      [{ FILES_DIR: other }, 'is not the folder that the other processes share'],
      [
        { FILES_DIR, SECRET_KEY: 's'.repeat(32) },
        'Set SECRET_KEY of every process to the same content.',
      ],
    ] as const)
      await expect(processes.start('two', env)).rejects.toThrow(sentence);
    await expect(readdir(other)).rejects.toThrow('ENOENT');
    await expect(
      adopt(processes.config('one', { FILES_DIR: other }), () => undefined),
    ).rejects.toThrow('Stop every process first. Nothing was changed.');
  });

  it('are moved by a command between database and folder, with a new secret if it was lost', async () => {
    const first = await processes.start('one');
    const id = await exportAt(await ownerAt([first]));
    await processes.stopAll();
    const FILES_DIR = path.join(folder, 'shared');
    const answers: string[] = [];
    const say = (line: string) => void answers.push(line);
    await expect(processes.start('one', { FILES_DIR })).rejects.toThrow('npm run adopt');
    await mkdir(path.join(FILES_DIR, 'photos'), { recursive: true });
    await adopt(processes.config('one', { FILES_DIR }), say);
    const second = await processes.start('one', { FILES_DIR });
    expect((await fileAt(await ownerAt([second]), id)).status).toBe(200);
    expect(await readFile(path.join(FILES_DIR, `${id}.1.csv`), 'utf8')).toContain('Device');
    expect(await second.db.selectFrom('storedFiles').select('name').execute()).toEqual([]);
    await processes.stopAll();
    const other = { SECRET_KEY: 'another secret key of the tests, long enough' };
    // A process that has just stopped is still listed by the database.
    const last = new pg.Client({
      connectionString: processes.config('one').databaseUrl,
      application_name: 'pos-admin',
    });
    await last.connect();
    await Promise.all([
      adopt(processes.config('one', other), say),
      setTimeout(300).then(() => last.end()),
    ]);
    // The operator's own files there stay.
    expect(await readdir(FILES_DIR)).toEqual(['photos']);
    const third = await processes.start('one', other);
    expect((await fileAt(await ownerAt([third]), id)).status).toBe(200);
    await processes.stopAll();
    await adopt(processes.config('one', other), say);
    expect(answers).toEqual([
      `1 file moved from the database to ${FILES_DIR}.`,
      `1 file moved from ${FILES_DIR} to the database. The secret key changed: everyone signs in again, and devices need new PINs.`,
      'SECRET_KEY and FILES_DIR agree with the database already. Nothing was changed.',
    ]);
  });
});
