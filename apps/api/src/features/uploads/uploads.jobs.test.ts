import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job } from '@pos/contract/jobs';
import { ROWS_IN_A_CALL } from '@pos/contract/uploads';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jobTasks } from '#api/job-tasks.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';
import { recoverJobs } from '#api/jobs/job-lease.ts';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

const ROWS = ROWS_IN_A_CALL + 1;

describe('large uploads', async () => {
  const running: { stop(): Promise<void> }[] = [];
  let fairs = 0;
  const test = await startTestApp();
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  });
  const newFair = () => plannedFair(test, `JOB${++fairs}`);
  const start = async () =>
    running.push(
      await startJobs({
        connectionString: test.url,
        db: test.db,
        tasks: jobTasks(test.db, {}),
        log: console,
        leaseSeconds: 2,
      }),
    );
  const file = (wrong = 0) =>
    packingList(
      ...Array.from({ length: ROWS }, (_, at) => [
        `J${fairs}`,
        `JOB-${at}`,
        `Title ${at}`,
        null,
        'Other',
        1 + (at % 9),
        at < wrong ? 'x' : 2,
        'Y',
      ]),
    );
  const queue = async (fairId: string, wrong = 0) => {
    const result = await uploadInventory(test.owner, await file(wrong), {
      fairId,
      ...(wrong > 0 && { onlyValidRows: 'true' }),
    });
    expect(result).toMatchObject({
      state: 'queued',
      total: ROWS,
      created: 0,
      jobId: expect.any(String),
    });
    return result.jobId!;
  };
  const jobOf = (id: string) => test.ask.jobs.getById({ params: { id } });
  const ended = (id: string): Promise<Job> =>
    vi.waitFor(
      async () => {
        const job = await jobOf(id);
        expect(['succeeded', 'partial', 'failed']).toContain(job.status);
        return job;
      },
      { timeout: 25_000, interval: 100 },
    );
  const units = async (fairId: string) =>
    (
      await sql<{
        units: number;
      }>`select coalesce(sum(sent_qty), 0)::int as units from fair_lines where fair_id = ${fairId}`.execute(
        test.db,
      )
    ).rows[0]?.units;

  it('are queued with the file and imported in the background, with counts, errors and undo', async () => {
    const fair = await newFair();
    const id = await queue(fair.id, 3);
    expect(await jobOf(id)).toMatchObject({
      status: 'queued',
      result: { upload: 'inventory', fairId: fair.id, mode: 'commit' },
    });
    await start();
    expect(await ended(id)).toMatchObject({
      status: 'partial',
      progress: 100,
      result: { created: ROWS - 3, rejected: 3, undoable: true },
    });
    expect(await units(fair.id)).toBe((ROWS - 3) * 2);
    expect(
      (await test.send(test.ownerToken)(`/v1/jobs/${id}/file`, {})).headers.get(
        'content-disposition',
      ),
    ).toBe('attachment; filename="packing-list - errors.xlsx"');
    expect(
      await test.db
        .selectFrom('jobs')
        .select('input')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ input: null });
    await test.owner.uploads.undo({ params: { id } });
    expect(await units(fair.id)).toBe(0);
  });

  it('are imported once if the process is killed midway', async () => {
    const fair = await newFair();
    const id = await queue(fair.id);
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../../testing/upload-process.ts', import.meta.url))],
      { env: { ...process.env, DATABASE_URL: test.url }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(await units(fair.id)).toBe(0);
    await test.db
      .updateTable('jobs')
      .set({ leaseUntil: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    await recoverJobs(test.db);
    await start();
    expect(await ended(id)).toMatchObject({ status: 'succeeded', result: { created: ROWS } });
    expect(await units(fair.id)).toBe(ROWS * 2);
    expect(
      await test.db
        .selectFrom('jobs')
        .select('attempts')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ attempts: 2 });
  });

  it('can be canceled before they have written anything, and not after', async () => {
    const fair = await newFair();
    const id = await queue(fair.id);
    await test.owner.jobs.cancel({ params: { id } });
    expect(await jobOf(id)).toMatchObject({
      status: 'failed',
      errors: [{ message: 'It was canceled.' }],
    });
    await start();
    const other = await queue(fair.id);
    expect(await ended(other)).toMatchObject({ status: 'succeeded' });
    expect(await getRefusal(test.owner.jobs.cancel({ params: { id: other } }))).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This import has already ended.',
    });
    expect(await units(fair.id)).toBe(ROWS * 2);
  });

  it('fail with the reason if the fair was closed out in the meantime', async () => {
    const fair = await newFair();
    const id = await queue(fair.id);
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    await start();
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      errors: [{ message: 'Fair is closed out.' }],
    });
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', fair.id)
      .execute();
  });
});
