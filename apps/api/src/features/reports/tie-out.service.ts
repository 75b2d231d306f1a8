import type { ReportHead } from '@pos/contract/reports';
import type { Db } from '#api/db/db.ts';
import { splitScope, type ReportScope } from './report-scope.ts';
import { differingOrderRows, independentTotalsRow, NAMED_ORDERS } from './tie-out.queries.ts';

/**
 * Recomputes the report's total, if it has one, from the lines and from the payments, and each
 * order from its parts. `ok` is true only if all agree to the cent.
 */
export async function tieOut(
  db: Db,
  scope: ReportScope,
  reportTotalCents: number | null,
): Promise<ReportHead['tieOut']> {
  const found = {
    inOrdersCents: 0,
    byLinesCents: 0,
    byPaymentsCents: 0,
    orderNumbers: [] as string[],
  };
  for (const portion of splitScope(scope)) {
    const differing = await differingOrderRows(db, portion);
    const { byLinesCents, byPaymentsCents } = await independentTotalsRow(db, portion);
    found.inOrdersCents += differing[0]?.allCents ?? 0;
    found.byLinesCents += byLinesCents;
    found.byPaymentsCents += byPaymentsCents;
    found.orderNumbers.push(...differing.map((row) => row.orderNumber));
  }
  const { inOrdersCents, byLinesCents, byPaymentsCents, orderNumbers } = found;
  const differenceCents = Math.max(
    inOrdersCents,
    Math.abs((reportTotalCents ?? byPaymentsCents) - byLinesCents),
    Math.abs((reportTotalCents ?? byLinesCents) - byPaymentsCents),
  );
  return {
    ok: differenceCents === 0,
    differenceCents,
    orderNumbers: orderNumbers.slice(0, NAMED_ORDERS),
  };
}
