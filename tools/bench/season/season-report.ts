import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_SCHOOLS } from '@pos/contract/report-query';
import { signIn } from '../../office/session.ts';
import { finishedJob } from '../../office/steps.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import { measureIn, watchLoops, type Measured } from '../measure.ts';
import { startBenchServer } from './bench-server.ts';

const ALONE_MS = 4_000;

/**
 * Sales summary of all schools over the whole season in one format: number of fairs, size in bytes,
 * and cost next to reads alone.
 */
export type WholeSeason = {
  format: 'xlsx' | 'pdf';
  fairs: number;
  bytes: number;
  alone: Measured;
  meanwhile: Measured;
};

/**
 * Makes the report in a job, each format in a fresh process, while another client reads the list of
 * fairs every 20 ms.
 */
export async function* measureWhole(dataDir: string): AsyncGenerator<WholeSeason> {
  const watchFile = watchLoops();
  try {
    for (const format of ['xlsx', 'pdf'] as const)
      yield await measureFormat(dataDir, watchFile, format);
  } finally {
    await rm(watchFile, { force: true });
  }
}

async function measureFormat(
  dataDir: string,
  watchFile: string,
  format: WholeSeason['format'],
): Promise<WholeSeason> {
  const trial = await startBenchServer(dataDir);
  try {
    const {
      rows: [days],
    } = await trial.client.query<{ first: string; last: string }>(
      'select min(business_day)::text as first, max(business_day)::text as last from season_order_totals',
    );
    const office = await signIn(trial.url, TRIAL_OWNER);
    const measure = measureIn(trial, office, watchFile);
    const alone = await measure(() => sleep(ALONE_MS));
    let jobId = '';
    const meanwhile = await measure(async () => {
      jobId = (
        await office.client.reports.make({
          body: {
            reportType: 'SALES_SUMMARY',
            schoolIdentifier: ALL_SCHOOLS,
            startDate: days!.first,
            endDate: days!.last,
            format,
          },
        })
      ).data.jobId;
      const job = await finishedJob(office, jobId);
      if (job.status !== 'succeeded') throw new Error(`The report ended as ${job.status}.`);
    });
    const { lines } = (await office.client.jobs.getById({ params: { id: jobId } })).data.result as {
      lines: number;
    };
    const { url } = (await office.client.jobs.ticket({ params: { id: jobId } })).data;
    const file = await (await fetch(office.url + url)).arrayBuffer();
    return { format, fairs: lines, bytes: file.byteLength, alone, meanwhile };
  } finally {
    await trial.stop();
  }
}
