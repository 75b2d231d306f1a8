import type { ReportHead } from '@pos/contract/reports';
import type { Db } from '#api/db/db.ts';
import type { ReportScope } from './report-scope.ts';
import { differingOrderRows, independentTotalsRow } from './tie-out.queries.ts';

/** Recomputes the report's total, where it has one, from the lines and from the payments, and each order from its parts; `ok` only when all agree to the cent. */
export async function tieOut(db: Db, scope: ReportScope, reportTotalCents: number | null): Promise<ReportHead['tieOut']> {
  const differing = await differingOrderRows(db, scope);
  const { byLinesCents, byPaymentsCents } = await independentTotalsRow(db, scope);
  const differenceCents = Math.max(differing[0]?.allCents ?? 0, Math.abs((reportTotalCents ?? byPaymentsCents) - byLinesCents), Math.abs((reportTotalCents ?? byLinesCents) - byPaymentsCents));
  return { ok: differenceCents === 0, differenceCents, orderNumbers: differing.map((row) => row.orderNumber) };
}
