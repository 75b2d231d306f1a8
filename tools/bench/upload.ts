import { workbookOfRows } from '@pos/api/testing/files/workbook.ts';
import { signIn, type Office } from '../office/session.ts';
import { TRIAL_OWNER } from '../product/product.ts';
import { benchProduct, measureCost, planFair, showCost, succeeded } from './measure.ts';

const ROWS = 10_000;
/** Consecutive checks in one process, which would show a memory leak. */
const CHECKS_IN_A_ROW = 5;
const LIMITS = { maxMb: 300, maxLoopMs: 50 };
const HEADERS = 'Carton,ISBN/SKU,Title,Author,Category,Price,Quantity,Taxable'.split(',');

/**
 * `npm run bench -- upload`: a packing list of 10,000 rows, checked, imported by its job, and both
 * again once all is loaded, each step in a fresh process.
 */
await benchProduct(async (product) => {
  const { id: fairId } = await planFair(await signIn(product.url, TRIAL_OWNER));
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const [price, quantity] = [1 + (at % 900) / 100, 1 + (at % 20)];
    const title = `The book of row ${at}`;
    return [`C${at % 250}`, `BENCH-${at}`, title, 'An Author', 'Chapter', price, quantity, 'Y'];
  });
  const file = new Blob([new Uint8Array(await workbookOfRows([HEADERS, ...rows]))]);
  console.log(`${ROWS} rows, ${(file.size / 1e6).toFixed(1)} MB`);
  const upload = async ({ client }: Office, mode: 'check' | 'commit') => {
    const body = { kind: 'inventory', mode, fairId } as const;
    return (await client.uploads.bulkUpload({ body, file, fileName: 'list.xlsx' })).data.jobId;
  };
  const check = (office: Office) => upload(office, 'check');
  const load = async (office: Office) => succeeded(office, await upload(office, 'commit'));
  const steps: [string, (office: Office) => Promise<unknown>][] = [
    ['check', check],
    ['import', load],
    ['check of loaded rows', check],
    ['import of loaded rows', load],
    [
      `${CHECKS_IN_A_ROW} checks in a row`,
      async (office) => {
        for (let count = 0; count < CHECKS_IN_A_ROW; count++) await check(office);
      },
    ],
  ];
  for (const [name, work] of steps) showCost(name, await measureCost(product, work), LIMITS);
});
