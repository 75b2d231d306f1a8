import type { ReportHead } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import { readPortions, type SalesScope } from '../report-scope.ts';
import { fairParts } from './fair-days.queries.ts';
import { addFigures, groupOfFigures, type Figures } from './figures.ts';
import { total } from './sales-figures.ts';

/** Maximum number of differing orders listed. */
const NAMED_ORDERS = 100;

/** Returns the parts of all fairs of the scope together. */
export async function readParts(db: Db, scope: SalesScope): Promise<Figures> {
  const found: Figures[] = [];
  for await (const portion of readPortions(scope))
    found.push(addFigures((await fairParts(db, portion)).map(({ parts }) => parts)));
  return addFigures(found);
}

/**
 * Compares the report's total, if it has one, with those by lines and by payments among the parts of its
 * scope, and each order with its parts. `ok` is true only if all agree to the cent.
 */
export function tieOut(parts: Figures, reportTotalCents: number | null): ReportHead['tieOut'] {
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
