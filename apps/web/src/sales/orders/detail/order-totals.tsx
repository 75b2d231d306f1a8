import type { Order } from '@pos/contract/sales/orders';
import { formatPpm } from '@pos/contract/values/percent';
import { Amount } from '#web/ui/values/amount.tsx';
import * as styles from './order.module.css';

type Sum = { label: string; cents: number; look?: 'strong' | 'grand' };

/** Totals of the order, each line computed from those above it. */
export function OrderTotals({ order }: { order: Order }) {
  return (
    <table className={styles.totals}>
      <caption className="visually-hidden">Totals</caption>
      <tbody>
        {getSums(order).map(({ label, cents, look }) => (
          <tr key={label} data-look={look}>
            <th scope="row">{label}</th>
            <td className="align-right">
              <Amount cents={cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function getSums(order: Order): Sum[] {
  const {
    grossCents,
    discountCents,
    subtotalCents,
    taxCents,
    taxRatePpm,
    taxExempt,
    totalCents,
    refundedNetCents,
    refundedTaxCents,
    uncollectedCents,
    overpaidCents,
  } = order;
  const sums: Sum[] = [];
  if (discountCents > 0)
    sums.push(
      { label: 'Before discounts', cents: grossCents },
      { label: 'Discounts', cents: -discountCents },
    );
  sums.push(
    { label: 'Subtotal', cents: subtotalCents },
    { label: taxExempt ? 'Tax (exempt)' : `Tax ${formatPpm(taxRatePpm)}`, cents: taxCents },
    { label: 'Total', cents: totalCents, look: 'grand' },
  );
  const refunded = refundedNetCents + refundedTaxCents;
  if (refunded > 0) {
    sums.push(
      { label: 'Refunded, net', cents: -refundedNetCents },
      { label: 'Refunded, tax', cents: -refundedTaxCents },
      { label: 'Total after refunds', cents: totalCents - refunded, look: 'strong' },
    );
  }
  if (uncollectedCents > 0)
    sums.push({ label: 'Of the total, not collected', cents: uncollectedCents });
  if (overpaidCents > 0) sums.push({ label: 'Paid beyond the total', cents: overpaidCents });
  return sums;
}
