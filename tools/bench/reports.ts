import path from 'node:path';
import process from 'node:process';
import { sql } from 'kysely';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import { withDatabase } from '../product/test-database.ts';
import { benchProduct, measureCost, showCost, succeeded } from './measure.ts';

const LIMITS = { maxMb: 400, maxLoopMs: 50 };
/** The sums of all fairs, and the lines behind them. */
const REPORTS = [
  ['SALES_SUMMARY', 'xlsx'],
  ['SALES_SUMMARY', 'pdf'],
  ['SALES_ORDER_PER_ITEM', 'xlsx'],
  ['SALES_ORDER_PER_ITEM', 'csv'],
  ['SHIP_TO_SCHOOL', 'xlsx'],
  ['FAIR_RETURN_REPORT', 'xlsx'],
  ['LAST_COPY', 'xlsx'],
] as const;

/** `npm run bench -- reports`: files of reports of all schools over the season of `FOLDER`. */
const folder = path.resolve(process.argv[2] ?? '.data/season-1000000');
await benchProduct(async (product) => {
  const { first, last } = await withDatabase(product.dataDir, async (db) => {
    const { rows } = await sql<{ first: string; last: string }>`
      select min(day)::text as first, max(day)::text as last
      from fair_day_orders
      where fair_id is null`.execute(db);
    return rows[0]!;
  });
  const range = { schoolIdentifier: ALL_SCHOOLS, startDate: first, endDate: last };
  for (const [reportType, format] of REPORTS) {
    const cost = await measureCost(product, async (office) => {
      const body = { ...range, reportType, format };
      await succeeded(office, (await office.client.reports.make({ body })).data.jobId);
    });
    showCost(`${reportType} of all schools as ${format}`, cost, LIMITS);
  }
}, folder);
