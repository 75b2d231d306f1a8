import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NewExport } from '@pos/contract/office/exports';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { describe, expect, it, vi } from 'vitest';
import { claimFolder } from '#api/files/folder-files.ts';
import { FORGET_FILES_TASK, forgetOldFiles } from '#api/jobs/stored-files.ts';
import { FORGET_MAILED_FILES_TASK } from '#api/jobs/withdraw-files.ts';
import { createMailer, forgetMailWithFiles, mailFolder } from '#api/mail/mailer.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const NAME = /zebedee|quillfeather|marmaduke/i;

describe.each(['the database', 'a folder'])(
  'exports that name an erased student, in %s,',
  async (place) => {
    const filesDir = await mkdtemp(path.join(tmpdir(), 'shared-files-'));
    if (place === 'a folder') await claimFolder(filesDir);
    const test = await startTestApp(place === 'a folder' ? { filesDir } : {});
    test.atEnd(() => rm(filesDir, { recursive: true }));
    await runJobs(test, {
      backgroundTasks: {
        [FORGET_FILES_TASK]: () => forgetOldFiles(test.db, test.files),
        [FORGET_MAILED_FILES_TASK]: () => forgetMailWithFiles(mailFolder(test.dataDir)),
      },
    });
    const floor = await openFair(test);
    const register = await floor.logIn('REG-01');
    for (const number of ['Z-1', 'Z-2']) {
      await register.addStudent(number, 5_000);
      const id = await floor.studentId(number);
      await test.db
        .updateTable('students')
        .set({ firstName: 'Zebedee', lastName: 'Quillfeather' })
        .where('id', '=', id)
        .execute();
      const parent = { name: 'Marmaduke Quillfeather', email: `${number}@example.org` };
      const parentId = uuidv7();
      await test.db
        .insertInto('parents')
        .values({ id: parentId, ...parent })
        .execute();
      await test.db.insertInto('studentParents').values({ studentId: id, parentId }).execute();
      await register.bookByWallet(number);
      await register.book({ customerName: parent.name });
    }
    const erase = async (number: string) =>
      test.owner.students.erase({
        params: { id: await floor.studentId(number) },
        body: { confirm: number, reason: 'The family asked for it.' },
      });
    const ask = async (body: z.input<typeof NewExport>) =>
      (await test.ask.exports.add({ body })).jobId;
    const job = (id: string) => test.ask.jobs.getById({ params: { id } });
    const finished = (id: string) =>
      vi.waitFor(async () => expect((await job(id)).status).toBe('succeeded'), {
        timeout: 20_000,
        interval: 30,
      });
    const file = (id: string) => test.send(test.ownerToken)(`/v1/jobs/${id}/file`, {});
    /** Returns every file on disk that still contains a name. */
    async function traces(): Promise<string[]> {
      const names = (await test.files.list()).map(({ name }) => name);
      const texts = await Promise.all(
        names.map(async (name) => (await test.files.read(name))?.setEncoding('utf8').toArray()),
      );
      return names.filter((_, index) => NAME.test(texts[index]?.join('') ?? ''));
    }

    it('are deleted with a notice to their owner; the others stay', async () => {
      const asked = await Promise.all([
        ask({ list: 'students', query: {}, format: 'csv', reason: 'Class lists' }),
        ask({ list: 'orders', query: {}, format: 'csv' }),
        ask({ list: 'payments', query: {}, format: 'csv' }),
        ask({ list: 'fairs', query: { search: 'Quillfeather' }, format: 'csv' }),
        ask({ list: 'devices', query: {}, format: 'csv' }),
      ]);
      for (const id of asked) await finished(id);
      expect(await traces()).toHaveLength(3);
      const { url } = await test.ask.jobs.ticket({ params: { id: asked[0] } });
      const folder = mailFolder(test.dataDir);
      const content = Buffer.from('Quillfeather, Zebedee');
      await createMailer({
        publicUrl: 'https://office.example.com',
        from: 'fairs@example.com',
        folder,
        log: () => undefined,
      }).send({
        to: 'clerk@example.com',
        subject: 'Ship to school',
        text: 'The report.',
        attachments: [{ filename: 'SHIP_TO_SCHOOL.csv', content, contentType: 'text/csv' }],
      });
      await erase('Z-1');
      const devices = asked.pop()!;
      const message = 'This file was deleted because a student was erased. Export the list again.';
      for (const id of asked) {
        const answer = await file(id);
        expect(answer.status).toBe(404);
        expect(await answer.json()).toMatchObject({ message });
        expect(await job(id)).toMatchObject({
          status: 'succeeded',
          result: { withdrawnAt: expect.any(String) },
          errors: [{ message }],
        });
      }
      expect((await test.send()(url, {})).status).toBe(404);
      expect((await file(devices)).status).toBe(200);
      await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 20_000);
      await vi.waitFor(
        async () =>
          expect((await test.files.list()).map(({ name }) => name)).toEqual([
            expect.stringMatching(`^${devices}`),
          ]),
        { timeout: 20_000, interval: 30 },
      );
      const { rows } = await sql<{ row: string }>`select j::text as row from jobs j`.execute(
        test.db,
      );
      expect(rows.filter(({ row }) => /search.*Zebedee Quillfeather/.test(row))).toEqual([]);
    });

    it('are made again if in progress, without the name', async () => {
      let id = '';
      await test.db.transaction().execute(async (tx) => {
        // The export has its snapshot and waits for its rows.
        await sql`lock table devices in access exclusive mode`.execute(tx);
        id = await ask({ list: 'orders', query: {}, format: 'csv' });
        await vi.waitFor(
          async () => {
            const { rows } =
              await sql`select from pg_locks where not granted and relation = 'devices'::regclass`.execute(
                test.db,
              );
            expect(rows).not.toEqual([]);
          },
          { timeout: 10_000, interval: 20 },
        );
        await erase('Z-2');
      });
      await finished(id);
      const text = await (await file(id)).text();
      expect(text).toContain('Erased student');
      expect(text).not.toMatch(NAME);
      expect(await traces()).toEqual([]);
    });
  },
);
