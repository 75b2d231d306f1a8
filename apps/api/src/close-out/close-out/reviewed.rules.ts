import { createHash } from 'node:crypto';
import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import type { Reason } from '@pos/contract/errors';
import type { SalesSummaryReport } from '@pos/contract/reports/reports';
import type { ReturnLine } from '#api/reports/reports/returned-titles.service.ts';
import type { ProfitRates } from './profit-rates.queries.ts';

/** Everything that closing out a fair now would freeze, and the warnings to confirm. */
export type FiguresToSign = {
  fair: CloseOutSnapshot['fair'];
  summary: SalesSummaryReport;
  lines: readonly ReturnLine[];
  orders: CloseOutSnapshot['orders'];
  cashCounts: CloseOutSnapshot['cashCounts'];
  rates: ProfitRates;
  warnings: readonly Reason[];
};

/**
 * Returns a SHA-256 in hex that changes whenever one of these figures does. Excludes the report's
 * time and author, the registers' last sync, and the school's memos, which continue after the fair.
 */
export function toReviewedHash(figures: FiguresToSign): string {
  const { fair, summary, lines, orders, cashCounts, rates, warnings } = figures;
  const { range, rows, excluded } = summary;
  const { id, identifier, name, schoolIdentifier, schoolName, startDate, endDate, timeZone } = fair;
  const head = { id, identifier, name, schoolIdentifier, schoolName, startDate, endDate, timeZone };
  const signed = { head, range, rows, excluded, lines, orders, cashCounts, rates, warnings };
  return createHash('sha256').update(JSON.stringify(signed, inKeyOrder)).digest('hex');
}

/** Replacer for JSON.stringify that sorts keys, so that key order does not change the text. */
function inKeyOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
