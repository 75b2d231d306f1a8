import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { SalesSummaryTotals, TenderFigures } from '@pos/contract/sales-summary';
import { Amount, Count } from '#web/ui/amount.tsx';
import './statement.css';

/** Order in the design: most used first. */
const METHODS = [1, 3, 2, 5, 4, 6] as const;
const NOTHING: TenderFigures = {
  count: 0,
  salesCents: 0,
  refundsCents: 0,
  netCents: 0,
  underReviewCents: 0,
};

/** Payments by method; tenders and uncollected amounts add up to the total. */
export function TendersTable({ totals }: { totals: SalesSummaryTotals }) {
  const { tenders, uncollectedCents, tenderDifferenceCents, totalCents } = totals;
  const sum = Object.values(tenders).reduce(added, NOTHING);
  return (
    <section className="statement">
      <h3>Tenders</h3>
      <div className="statement-scroll" tabIndex={0} role="region" aria-label="Tenders, table">
        <table className="tenders">
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col" className="r">
                Count
              </th>
              <th scope="col" className="r">
                Sales
              </th>
              <th scope="col" className="r">
                Refunds
              </th>
              <th scope="col" className="r">
                Net
              </th>
              <th scope="col" className="r">
                Under review
              </th>
            </tr>
          </thead>
          <tbody>
            {METHODS.map((method) => (
              <TenderRow
                key={method}
                name={PAYMENT_METHODS[method]}
                figures={tenders[PAYMENT_METHODS[method]]}
              />
            ))}
            {uncollectedCents !== 0 && (
              <TenderRow
                name="Uncollected"
                figures={{ ...NOTHING, salesCents: uncollectedCents, netCents: uncollectedCents }}
              />
            )}
            {tenderDifferenceCents !== 0 && (
              <TenderRow
                name="Difference"
                figures={{ ...NOTHING, netCents: tenderDifferenceCents }}
              />
            )}
          </tbody>
          <tfoot>
            <TenderRow
              name="Total"
              figures={{
                ...sum,
                salesCents: sum.salesCents + uncollectedCents,
                netCents: totalCents,
              }}
            />
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function TenderRow({
  name,
  figures: { count, salesCents, refundsCents, netCents, underReviewCents },
}: {
  name: string;
  figures: TenderFigures;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="r">
        <Count count={count} />
      </td>
      <td className="r">
        <Amount cents={salesCents} />
      </td>
      <td className="r">
        <Amount cents={-refundsCents} />
      </td>
      <td className="r">
        <Amount cents={netCents} strong />
      </td>
      <td className="r">
        <Amount cents={underReviewCents} />
      </td>
    </tr>
  );
}

function added(one: TenderFigures, other: TenderFigures): TenderFigures {
  return {
    count: one.count + other.count,
    salesCents: one.salesCents + other.salesCents,
    refundsCents: one.refundsCents + other.refundsCents,
    netCents: one.netCents + other.netCents,
    underReviewCents: one.underReviewCents + other.underReviewCents,
  };
}
