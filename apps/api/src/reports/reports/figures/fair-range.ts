import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import type { ReportHead } from '@pos/contract/reports/reports';
import { addDays } from '@pos/contract/values/days';
import type { Db } from '#api/db/db.ts';
import { fairSpanRows } from './counted-money.queries.ts';

/**
 * Returns the range from five days before the start, or the first transaction if earlier, to five
 * days after the end, or the last transaction if later (domain 9.9, 8).
 */
export async function fullRange(
  db: Db,
  fair: { id: string; startDate: string; endDate: string },
): Promise<ReportHead['range']> {
  const [span] = await fairSpanRows(db, [fair.id]);
  const [from, to] = [
    addDays(fair.startDate, -SELLING_MARGIN_DAYS),
    addDays(fair.endDate, SELLING_MARGIN_DAYS),
  ];
  return {
    startDate: span && span.firstDay < from ? span.firstDay : from,
    endDate: span && span.lastDay > to ? span.lastDay : to,
  };
}
