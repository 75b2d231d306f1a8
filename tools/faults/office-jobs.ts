import { workbookOfRows } from '@pos/api/testing/files/workbook.ts';
import type { Job } from '@pos/contract/staff/jobs';
import type { Office } from '../office/session.ts';
import { finishedJob, inWords } from '../office/steps.ts';

/** Number of ended exports and imports by kind and status, and every unexpected failure. */
type OfficeJobs = { ended: Record<string, number>; broken: string[] };

/** More rows than a request imports synchronously, so each import is a job. */
const ROWS = 1_500;
const HEADERS = 'Carton,ISBN/SKU,Title,Author,Category,Price,Quantity,Taxable'.split(',');
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
  const rows = Array.from({ length: ROWS }, (_, at) => [
    `JOBS-C${at % 100}`,
    `JOBS-${at}`,
    `Book ${at}`,
    'An Author',
    'Chapter',
    4.99,
    1,
    'Y',
  ]);
  const file = new Blob([new Uint8Array(await workbookOfRows([HEADERS, ...rows]))]);
  const exportOrders = async () => {
    const body = { list: 'orders', query: { sort: '-soldAt' }, format: 'xlsx' } as const;
    return (await office.client.exports.add({ body })).data.jobId;
  };
  const importList = async () => {
    const body = { kind: 'inventory', fairId, mode: 'commit' } as const;
    const upload = { body, file, fileName: 'list.xlsx' };
    return (await office.client.uploads.bulkUpload(upload)).data.jobId ?? '';
  };
  await Promise.all(
    [exportOrders, importList].map(async (begin) => {
      while (!isOver() && jobs.broken.length === 0) {
        try {
          count(jobs, await finishedJob(office, await begin()));
        } catch (error) {
          jobs.broken.push(`A job could not be tracked: ${inWords(error)}`);
        }
      }
    }),
  );
  return jobs;
}

function count(jobs: OfficeJobs, { id, kind, status, errors }: Job): void {
  const how = `${kind} ${status}`;
  jobs.ended[how] = (jobs.ended[how] ?? 0) + 1;
  const isExpected =
    status === 'succeeded' || errors.some(({ message }) => INTERRUPTED.test(message));
  if (!isExpected) jobs.broken.push(`The ${kind} ${id} ${status}: ${JSON.stringify(errors)}`);
}
