import type { ReportType } from '@pos/contract/reports/report-query';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { changeSealed, readSealed } from '#web/lib/drafts/sealed-store.ts';

/** Times of the user's last runs by report, kept sealed in this browser until the user signs out. */
const RUNS = 'report-runs';
const Runs = z.record(z.string(), z.string());

/** Notes that a report was run now. */
export async function noteRun(owner: string, type: ReportType): Promise<void> {
  await changeSealed(owner, RUNS, (kept) => ({
    ...Runs.safeParse(kept).data,
    [type]: new Date().toISOString(),
  }));
}

/** Last run of each report in this browser. */
export const lastRuns = (owner: string) =>
  queryOptions({
    queryKey: ['reports', 'last-runs', owner],
    queryFn: async () => Runs.safeParse(await readSealed(owner, RUNS)).data ?? {},
    gcTime: 0,
  });
