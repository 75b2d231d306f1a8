import type { Job } from '@pos/contract/jobs';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import type { Office } from '../office/session.ts';
import { finishedJob, inWords } from '../office/steps.ts';

/** Number of ended exports and imports by kind and status, and every unexpected failure. */
export type OfficeJobs = { ended: Record<string, number>; broken: string[] };

/** More rows than a request imports synchronously, so each import is a job. */
const ROWS = 1_500;
const HEADERS = [
  'Carton',
  'ISBN/SKU',
  'Title',
  'Author',
  'Category',
  'Price',
  'Quantity',
  'Taxable',
];
/** Matches the error of a job that was interrupted on every attempt. */
const INTERRUPTED = /^It (failed|was started) 5 times/;

/**
 * Exports all orders and imports a packing list to `fairId`, one of each at a time, until `isOver`.
 */
export async function keepJobsUnderWay(
  office: Office,
  fairId: string,
  isOver: () => boolean,
): Promise<OfficeJobs> {
  const jobs: OfficeJobs = { ended: {}, broken: [] };
  const file = new Blob([new Uint8Array(await packingList())]);
  await Promise.all([
    repeat(jobs, isOver, async () => {
      const body = { list: 'orders', query: { sort: '-soldAt' }, format: 'xlsx' } as const;
      return finishedJob(office, (await office.client.exports.add({ body })).data.jobId);
    }),
    repeat(jobs, isOver, async () => {
      const body = { kind: 'inventory', fairId, mode: 'commit' } as const;
      const { jobId } = (
        await office.client.uploads.bulkUpload({ body, file, fileName: 'list.xlsx' })
      ).data;
      if (jobId === undefined) throw new Error('The import did not become a job.');
      return finishedJob(office, jobId);
    }),
  ]);
  return jobs;
}

async function repeat(
  jobs: OfficeJobs,
  isOver: () => boolean,
  work: () => Promise<Job>,
): Promise<void> {
  while (!isOver() && jobs.broken.length === 0) {
    try {
      const { id, kind, status, errors } = await work();
      const how = `${kind} ${status}`;
      jobs.ended[how] = (jobs.ended[how] ?? 0) + 1;
      const isExpected =
        status === 'succeeded' || errors.some(({ message }) => INTERRUPTED.test(message));
      if (!isExpected) jobs.broken.push(`The ${kind} ${id} ${status}: ${JSON.stringify(errors)}`);
    } catch (error) {
      jobs.broken.push(`A job could not be tracked: ${inWords(error)}`);
    }
  }
}

function packingList(): Promise<Buffer> {
  const rows = Array.from({ length: ROWS }, (_, at) => [
    `JOBS-C${at % 100}`,
    `JOBS-${at}`,
    `The book of row ${at}`,
    'An Author',
    'Chapter',
    1 + (at % 900) / 100,
    1,
    'Y',
  ]);
  return workbookOfRows([HEADERS, ...rows]);
}
