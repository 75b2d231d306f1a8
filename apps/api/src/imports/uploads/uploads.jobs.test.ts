import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ROWS_IN_A_CALL } from '@pos/contract/imports/uploads';
import { afterEach, describe, expect, it } from 'vitest';
import { recoverJobs } from '#api/jobs/job-lease.ts';
import { endedJob, jobFile } from '#testing/calls/downloads.ts';
import { packedRow, packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { runJobs, type TestJobs } from '#testing/app/run-jobs.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const ROWS = ROWS_IN_A_CALL + 1;

describe('large uploads', async () => {
  const running: TestJobs[] = [];
  let fairs = 0;
  const test = await startTestApp();
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  });
  const newFair = () => plannedFair(test, `JOB${++fairs}`);
  const start = async () => running.push(await runJobs(test, { leaseSeconds: 2 }));
  const queue = async (fairId: string, wrong = 0) => {
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const title = [`JOB-${at}`, `Title ${at}`, null, 'Other', 1 + (at % 9)] as const;
      return packedRow(`J${fairs}`, title, at < wrong ? 'x' : 2);
    });
    const { jobId, ...result } = await uploadInventory(test.owner, await packingList(...rows), {
      fairId,
      ...(wrong > 0 && { onlyValidRows: 'true' }),
    });
    expect(result).toMatchObject({ state: 'queued', total: ROWS, created: 0 });
    return jobId!;
  };
  const storedJob = (id: string) => test.db.selectFrom('jobs').where('id', '=', id);
  const readJob = (id: string) => test.ask.jobs.getById({ params: { id } });
  const units = async (id: string) =>
    (await test.ask.fairs.getById({ params: { id } })).totals.sentUnits;

  it('are queued with the file and imported in the background, with counts, errors and undo', async () => {
    const fair = await newFair();
    const id = await queue(fair.id, 3);
    expect(await readJob(id)).toMatchObject({
      status: 'queued',
      result: { upload: 'inventory', fairId: fair.id, mode: 'commit' },
    });
    await start();
    expect(await endedJob(test, id)).toMatchObject({
      status: 'partial',
      progress: 100,
      result: { created: ROWS - 3, rejected: 3, undoable: true },
    });
    expect(await units(fair.id)).toBe((ROWS - 3) * 2);
    expect((await jobFile(test, id)).fileName).toBe('packing-list - errors.xlsx');
    expect(await storedJob(id).select('input').execute()).toEqual([{ input: null }]);
    await test.owner.uploads.undo({ params: { id } });
    expect(await units(fair.id)).toBe(0);
  });

  it('are imported once if the process is killed midway', async () => {
    const fair = await newFair();
    const id = await queue(fair.id);
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../../testing/app/upload-process.ts', import.meta.url))],
      { env: { ...process.env, DATABASE_URL: test.url }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(await units(fair.id)).toBe(0);
    const leaseUntil = '2020-01-01T00:00:00.000Z';
    await test.db.updateTable('jobs').set({ leaseUntil }).where('id', '=', id).execute();
    await recoverJobs(test.db);
    await start();
    expect(await endedJob(test, id)).toMatchObject({
      status: 'succeeded',
      result: { created: ROWS },
    });
    expect(await units(fair.id)).toBe(ROWS * 2);
    expect(await storedJob(id).select('attempts').execute()).toEqual([{ attempts: 2 }]);
  });

  it('can be canceled before they have written anything, and not after', async () => {
    const fair = await newFair();
    const id = await queue(fair.id);
    await test.owner.jobs.cancel({ params: { id } });
    const canceled = { status: 'failed', errors: [{ message: 'It was canceled.' }] };
    expect(await readJob(id)).toMatchObject(canceled);
    await start();
    const other = await queue(fair.id);
    expect(await endedJob(test, other)).toMatchObject({ status: 'succeeded' });
    await expectRefusal(
      test.owner.jobs.cancel({ params: { id: other } }),
      'INVALID_TRANSITION',
      'This import has already ended.',
    );
    expect(await units(fair.id)).toBe(ROWS * 2);
  });

  it('fail with the reason if the fair was closed out in the meantime', async () => {
    const fair = await newFair();
    const id = await queue(fair.id);
    await setCloseOut(test, fair, 'finished');
    await start();
    const closed = { status: 'failed', errors: [{ message: 'Fair is closed out.' }] };
    expect(await endedJob(test, id)).toMatchObject(closed);
    await setCloseOut(test, fair, 'open');
  });
});
