import type { Job } from '@pos/contract/staff/jobs';
import type { SyncCounts, SyncScope } from '@pos/contract/imports/settings';
import { expect, vi } from 'vitest';
import type { ApiClient } from '../app/test-app.ts';

export type SyncRun = Job & { files: SyncCounts[] };

/** Syncs as the owner does and waits for the job to end. */
export async function runSync(client: ApiClient, scope: SyncScope = 'all'): Promise<SyncRun> {
  const { data } = await client.settings.sync({ body: { scope } });
  const job = await vi.waitFor(
    async () => {
      const { data: now } = await client.jobs.getById({ params: { id: data.jobId } });
      expect(['succeeded', 'partial', 'failed']).toContain(now.status);
      return now;
    },
    { timeout: 25_000, interval: 30 },
  );
  return { ...job, files: (job.result?.['files'] ?? []) as SyncCounts[] };
}
