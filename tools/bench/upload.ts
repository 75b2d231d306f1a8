import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadResult } from '@pos/contract/uploads';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { signIn, type Office } from '../office/session.ts';
import { addMissingSchool, ensureFair, finishedJob } from '../office/steps.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import { measureIn, watchLoops, type Measured } from './measure.ts';

const ROWS = 10_000;
const BASELINE_MS = 4_000;

/**
 * A step in a fresh process, next to the same process only serving the list of fairs just before.
 */
export type Step = { step: string; alone: Measured; meanwhile: Measured };

/** Consecutive checks in one process, which would show a memory leak. */
const CHECKS_IN_A_ROW = 5;

/**
 * Uploads a packing list of 10,000 rows to a separate product: checked, imported by its job, and
 * both again once all is loaded, while a second person reads the list of fairs every 20 ms. Each
 * step has a fresh process on the same data, warmed up by 4 seconds of those reads, not by an
 * upload.
 */
export async function benchUpload(say: (line: string) => void): Promise<Step[]> {
  const watchFile = watchLoops();
  const product = await Product.launch('bench', () => '');
  try {
    const fairId = await planFair(await signIn(product.url, TRIAL_OWNER));
    const file = new Blob([new Uint8Array(await packingList())]);
    say(
      `A packing list of ${ROWS.toLocaleString('en-US')} rows, ${(file.size / 1e6).toFixed(1)} MB`,
    );
    const upload = async (office: Office, mode: 'check' | 'commit'): Promise<UploadResult> =>
      (
        await office.client.uploads.bulkUpload({
          body: { kind: 'inventory', mode, fairId },
          file,
          fileName: 'list.xlsx',
        })
      ).data;
    const check = (office: Office) => upload(office, 'check');
    const imported = async (office: Office) => {
      const { jobId, state } = await upload(office, 'commit');
      if (state !== 'queued' || jobId === undefined)
        throw new Error('The import did not become a job.');
      const job = await finishedJob(office, jobId);
      if (job.status !== 'succeeded') throw new Error(`The import ended as ${job.status}.`);
    };
    const step = async (
      name: string,
      work: (office: Office) => Promise<unknown>,
    ): Promise<Step> => {
      await product.end('SIGTERM');
      product.begin();
      await product.untilReady();
      const office = await signIn(product.url, TRIAL_OWNER);
      const measure = measureIn(product, office, watchFile);
      return {
        step: name,
        alone: await measure(() => sleep(BASELINE_MS)),
        meanwhile: await measure(() => work(office)),
      };
    };
    return [
      await step('check', check),
      await step('import', imported),
      await step('check of loaded rows', check),
      await step('import of loaded rows', imported),
      await step(`${CHECKS_IN_A_ROW} checks in a row`, async (office) => {
        for (let count = 0; count < CHECKS_IN_A_ROW; count++) await check(office);
      }),
    ];
  } finally {
    await product.remove();
    await rm(watchFile, { force: true });
  }
}

async function planFair(office: Office): Promise<string> {
  await addMissingSchool(office, 'BENCH', () => ({
    identifier: 'BENCH',
    name: 'Bench Elementary',
    address: '1 Lake Rd',
    city: 'Ada',
    state: 'MI',
    zip: '49301',
  }));
  const [admin] = (await office.client.admins.getAdmins({ query: {} })).data;
  if (!admin) throw new Error('There is no admin.');
  const fair = {
    schoolIdentifier: 'BENCH',
    identifier: 'BENCH-1',
    name: 'Bench Fair',
    address: '1 Lake Rd',
    startDate: '2031-03-03',
    endDate: '2031-03-07',
    salesTaxRate: 6,
    adminId: admin.value,
    packageOption: 6 as const,
  };
  return (await ensureFair(office, fair)).id;
}

function packingList(): Promise<Buffer> {
  const rows = Array.from({ length: ROWS }, (_, at) => [
    `C${at % 250}`,
    `BENCH-${at}`,
    `The book of row ${at}`,
    'An Author',
    'Chapter',
    1 + (at % 900) / 100,
    1 + (at % 20),
    'Y',
  ]);
  return workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Author', 'Category', 'Price', 'Quantity', 'Taxable'],
    ...rows,
  ]);
}
