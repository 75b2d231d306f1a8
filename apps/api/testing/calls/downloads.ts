import { fetchFile } from '@pos/contract/client';
import type { Call, Endpoint } from '@pos/contract/endpoint';
import { type Job, jobsApi } from '@pos/contract/staff/jobs';
import { expect, vi } from 'vitest';
import type { TestApi } from '../app/test-api.ts';

type Downloaded = { bytes: Buffer; fileName: string };

/** Downloads the file that a call answers, as the owner or with another token. */
export async function download<E extends Endpoint>(
  test: TestApi,
  endpoint: E,
  call: Call<E>,
  token = test.ownerToken,
): Promise<Downloaded> {
  const { blob, fileName } = await fetchFile(endpoint, call, test.send(token));
  return { bytes: Buffer.from(await blob.arrayBuffer()), fileName };
}

/** Waits until a job of the owner has ended. */
export const endedJob = (test: TestApi, id: string): Promise<Job> =>
  vi.waitFor(
    async () => {
      const job = await test.ask.jobs.getById({ params: { id } });
      expect(['succeeded', 'partial', 'failed']).toContain(job.status);
      return job;
    },
    { timeout: 30_000, interval: 50 },
  );

/** Downloads the file of a finished job. */
export const jobFile = (test: TestApi, id: string): Promise<Downloaded> =>
  download(test, jobsApi.file, { params: { id } });
