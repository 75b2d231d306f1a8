import type { NewExport } from '@pos/contract/office/exports';
import type { z } from 'zod';
import { expect, vi } from 'vitest';
import { runJobs } from '../app/run-jobs.ts';
import { openFair, startSelling } from './sales-floor.ts';

/** Body of the call that asks for an export. */
export type WantedExport = z.input<typeof NewExport>;

/**
 * Starts an app that makes exports, with a fair of 14 students, 25 orders and 2 held orders, and
 * another fair with one order.
 */
export async function openExportFloor() {
  const { test, floor, register } = await startSelling();
  await runJobs(test);
  // One order of a student and 24 of a parent named like a formula; two others are held.
  await register.addStudent('S-1', 5_000);
  for (let count = 2; count < 15; count++) await register.addStudent(`S-${count}`);
  for (const totalCents of [1, 2]) await register.handIn({ ...register.sold(), totalCents });
  await register.bookByWallet('S-1');
  for (let count = 0; count < 24; count++) await register.book({ customerName: '=1+1' });
  const elsewhere = await (await openFair(test)).logIn('REG-ELSEWHERE');
  await elsewhere.book();
  /** Requests the file of a job. */
  const fetchFile = (jobId: string, token: string) =>
    test.send(token)(`/v1/jobs/${jobId}/file`, {});
  /** Asks for an export, waits until it is made, and downloads it; as the owner by default. */
  const exported = async (body: WantedExport, client = test.owner, token = test.ownerToken) => {
    const { data } = await client.exports.add({ body });
    const job = await vi.waitFor(
      async () => {
        const { data: now } = await client.jobs.getById({ params: { id: data.jobId } });
        expect(now.status).toBe('succeeded');
        return now;
      },
      { timeout: 20_000, interval: 50 },
    );
    const response = await fetchFile(job.id, token);
    expect(response.status).toBe(200);
    return {
      job,
      name: response.headers.get('content-disposition'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  return { test, floor, register, fetchFile, exported };
}
