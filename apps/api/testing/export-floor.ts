import type { NewExport } from '@pos/contract/exports';
import type { Job } from '@pos/contract/jobs';
import type { z } from 'zod';
import { expect, vi } from 'vitest';
import { runJobs } from './run-jobs.ts';
import { openFair, type SalesFloor, type TestRegister } from './sales-floor.ts';
import { startTestApp, type ApiClient, type TestApp } from './test-app.ts';

/** Body of the call that asks for an export. */
export type WantedExport = z.input<typeof NewExport>;

export type ExportFloor = {
  test: TestApp;
  floor: SalesFloor;
  register: TestRegister;
  /** Asks for an export, waits until it is made, and downloads it; as the owner by default. */
  exported(
    body: WantedExport,
    client?: ApiClient,
    token?: string,
  ): Promise<{ job: Job; name: string | null; bytes: Buffer }>;
  /** Requests the file of a job. */
  fileOf(jobId: string, token: string): Promise<Response>;
};

/**
 * Starts an app that makes exports, with a fair of 14 students, 25 orders and 2 held orders, and
 * another fair with one order.
 */
export async function openExportFloor(): Promise<ExportFloor> {
  const test = await startTestApp();
  await runJobs(test);
  const floor = await openFair(test);
  const register = await floor.logIn('REG-01');
  await sellForExports(floor, register);
  const elsewhere = await openFair(test);
  await (
    await elsewhere.logIn('REG-ELSEWHERE')
  ).book({
    payments: [{ method: 3 }],
  });
  const fileOf = (jobId: string, token: string) => test.send(token)(`/v1/jobs/${jobId}/file`, {});
  return {
    test,
    floor,
    register,
    fileOf,
    exported: async (body, client = test.owner, token = test.ownerToken) => {
      const { data } = await client.exports.add({ body });
      const job = await finishedJob(client, data.jobId);
      const response = await fileOf(job.id, token);
      expect(response.status).toBe(200);
      return {
        job,
        name: response.headers.get('content-disposition'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
}

/** Books the orders of an export floor: one of a student, 24 of a parent named like a formula. */
async function sellForExports(floor: SalesFloor, register: TestRegister): Promise<void> {
  await register.addStudent('S-1', 5_000);
  for (let count = 2; count < 15; count++) await register.addStudent(`S-${count}`);
  for (const cents of [1, 2]) await register.handIn({ ...register.sold(), totalCents: cents });
  await register.book({
    customerType: 'student',
    studentNumber: 'S-1',
    payments: [{ method: 5 }],
  });
  for (let count = 0; count < 24; count++)
    await register.book({
      customerType: 'parent',
      customerName: '=1+1',
      payments: [{ method: 3 }],
    });
}

function finishedJob(client: ApiClient, id: string): Promise<Job> {
  return vi.waitFor(
    async () => {
      const { data } = await client.jobs.getById({ params: { id } });
      expect(data.status).toBe('succeeded');
      return data;
    },
    { timeout: 20_000, interval: 50 },
  );
}
