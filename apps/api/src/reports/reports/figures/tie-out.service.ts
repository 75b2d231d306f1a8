import type { ReportHead } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import { readPortions, type SalesScope } from '../report-scope.ts';
import { fairParts } from './fair-days.queries.ts';
import { addFigures, groupOfFigures, type Figures } from './figures.ts';
import { total } from './sales-figures.ts';

/** Maximum number of differing orders listed. */
const NAMED_ORDERS = 100;

/**
 * Recomputes the report's total, if it has one, from the lines and from the payments, and each
 * order from its parts. `ok` is true only if all agree to the cent.
 */
export async function tieOut(
  db: Db,
  scope: SalesScope,
  reportTotalCents: number | null,
): Promise<ReportHead['tieOut']> {
  const found: Figures[] = [];
  for await (const portion of readPortions(scope))
    found.push(addFigures((await fairParts(db, portion)).map(({ parts }) => parts)));
  const parts = addFigures(found);
  const { byLinesCents = 0, byPaymentsCents = 0 } = parts;
  const differing = groupOfFigures(parts, 'differs');
  const differenceCents = Math.max(
    total(differing, ([, cents]) => cents),
    Math.abs((reportTotalCents ?? byPaymentsCents) - byLinesCents),
    Math.abs((reportTotalCents ?? byLinesCents) - byPaymentsCents),
  );
  return {
    ok: differenceCents === 0,
    differenceCents,
    orderNumbers: differing
      .map(([orderNumber]) => orderNumber)
      .sort()
      .slice(0, NAMED_ORDERS),
  };
}
