import type { ReportHead } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import type { TieOutParts } from './cached-fair.ts';
import { total } from './sales-figures.ts';
import { cachedFairs, readPortions, withoutCached, type SalesScope } from '../report-scope.ts';
import { checkedSalesRow, NAMED_ORDERS, type IndependentTotals } from './tie-out.queries.ts';

/**
 * Recomputes the report's total, if it has one, from the lines and from the payments, and each
 * order from its parts. `ok` is true only if all agree to the cent.
 */
export async function tieOut(
  db: Db,
  scope: SalesScope,
  reportTotalCents: number | null,
): Promise<ReportHead['tieOut']> {
  const parts = cachedFairs(scope).map((fair) => fair.tieOut);
  const computed = withoutCached(scope);
  if (computed.fairs.length > 0)
    for await (const portion of readPortions(computed))
      parts.push((await tieOutParts(db, portion)).together);
  const inOrdersCents = total(parts, (part) => part.inOrdersCents);
  const byLinesCents = total(parts, (part) => part.byLinesCents);
  const byPaymentsCents = total(parts, (part) => part.byPaymentsCents);
  const differenceCents = Math.max(
    inOrdersCents,
    Math.abs((reportTotalCents ?? byPaymentsCents) - byLinesCents),
    Math.abs((reportTotalCents ?? byLinesCents) - byPaymentsCents),
  );
  return {
    ok: differenceCents === 0,
    differenceCents,
    orderNumbers: parts.flatMap((part) => part.orderNumbers).slice(0, NAMED_ORDERS),
  };
}

/**
 * Computes the parts of the check over the fairs of the scope: together, and the totals of each
 * fair with sales.
 */
export async function tieOutParts(
  db: Db,
  scope: SalesScope,
): Promise<{ together: TieOutParts; found: IndependentTotals[] }> {
  const { inOrdersCents, orderNumbers, fairs } = await checkedSalesRow(db, scope);
  return {
    found: fairs,
    together: {
      inOrdersCents,
      byLinesCents: total(fairs, (fair) => fair.byLinesCents),
      byPaymentsCents: total(fairs, (fair) => fair.byPaymentsCents),
      orderNumbers,
    },
  };
}
