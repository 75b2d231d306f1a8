import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_SCHOOLS, type NewReportFile } from '@pos/contract/report-query';
import { type Office, signIn } from '../../office/session.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import { measureIn, watchLoops, type Measured } from '../measure.ts';
import { startBenchServer } from './bench-server.ts';

const ALONE_MS = 4_000;
const ASK_EVERY_MS = 200;

type Wanted = Pick<NewReportFile, 'reportType' | 'format'>;

/** Reports of all schools over the whole season: the sums of its fairs, and the lines behind them. */
const WHOLE: readonly Wanted[] = [
  { reportType: 'SALES_SUMMARY', format: 'xlsx' },
  { reportType: 'SALES_SUMMARY', format: 'pdf' },
  { reportType: 'SALES_ORDER_PER_ITEM', format: 'xlsx' },
  { reportType: 'SALES_ORDER_PER_ITEM', format: 'csv' },
  { reportType: 'SHIP_TO_SCHOOL', format: 'xlsx' },
  { reportType: 'FAIR_RETURN_REPORT', format: 'xlsx' },
  { reportType: 'LAST_COPY', format: 'xlsx' },
];

/**
 * A report of the season: rows of its first table, size in bytes, and cost next to reads alone.
 * `steps` is the number of percents that its job showed, `silentMs` the longest time without a new
 * one.
 */
export type WholeSeason = Wanted & {
  lines: number;
  bytes: number;
  steps: number;
  silentMs: number;
  alone: Measured;
  meanwhile: Measured;
};

/**
 * Makes each report whose type contains `only` in a job of a fresh process, while another client
 * reads the list of fairs every 20 ms.
 */
export async function* measureWhole(dataDir: string, only = ''): AsyncGenerator<WholeSeason> {
  const watchFile = watchLoops();
  try {
    for (const wanted of WHOLE)
      if (wanted.reportType.includes(only)) yield await measureReport(dataDir, watchFile, wanted);
  } finally {
    await rm(watchFile, { force: true });
  }
}

async function measureReport(
  dataDir: string,
  watchFile: string,
  wanted: Wanted,
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
    let made: Made | undefined;
    const meanwhile = await measure(async () => {
      made = await makeReport(office, {
        ...wanted,
        schoolIdentifier: ALL_SCHOOLS,
        startDate: days!.first,
        endDate: days!.last,
      });
    });
    const { jobId, ...progress } = made!;
    const { result } = (await office.client.jobs.getById({ params: { id: jobId } })).data;
    const { lines } = result as { lines: number };
    const bytes = await sizeOfFile(office, jobId);
    return { ...wanted, lines, bytes, ...progress, alone, meanwhile };
  } finally {
    await trial.stop();
  }
}

type Made = { jobId: string; steps: number; silentMs: number };

/** Makes a report, and watches the progress of its job. */
async function makeReport({ client }: Office, body: NewReportFile): Promise<Made> {
  const { jobId } = (await client.reports.make({ body })).data;
  let last = -1;
  let at = performance.now();
  let [steps, silentMs] = [0, 0];
  for (;;) {
    const job = (await client.jobs.getById({ params: { id: jobId } })).data;
    if (job.progress < last) throw new Error(`The progress fell from ${last} to ${job.progress}.`);
    if (job.progress > last) {
      const now = performance.now();
      silentMs = Math.max(silentMs, now - at);
      [last, at] = [job.progress, now];
      steps++;
    }
    if (job.status === 'succeeded') return { jobId, steps, silentMs };
    if (job.status !== 'queued' && job.status !== 'running')
      throw new Error(`The report ended as ${job.status}: ${job.errors[0]?.message}`);
    await sleep(ASK_EVERY_MS);
  }
}

async function sizeOfFile(office: Office, jobId: string): Promise<number> {
  const { url } = (await office.client.jobs.ticket({ params: { id: jobId } })).data;
  const { body } = await fetch(office.url + url);
  let bytes = 0;
  if (body) for await (const chunk of body) bytes += (chunk as Uint8Array).length;
  return bytes;
}
