import { SHIPPING } from '@pos/contract/sales/order-states';
import type { OrderLine } from '@pos/contract/sales/orders';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Amount } from '#web/ui/values/amount.tsx';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import { TableHead } from '#web/ui/layout/table-head.tsx';
import * as styles from './order.module.css';

/** Sold lines; amounts and taxes add up to the totals below. */
export function OrderLines({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <table className={styles.lines}>
      <caption className="visually-hidden">Items</caption>
      <TableHead
        heads={[
          'Title',
          { right: 'Qty' },
          { right: 'Price' },
          { right: 'Tax' },
          { right: 'Amount' },
        ]}
      />
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <span className={styles.titled}>
                <TitleCover
                  title={line.title}
                  category={line.category}
                  pictureId={line.pictureId}
                />
                <span className="two-lines">
                  {line.title}
                  <small>
                    {line.sku ? (
                      <span className="monospace">{line.sku}</span>
                    ) : (
                      `No barcode: ${line.category}`
                    )}
                  </small>
                  {line.discountReason && <small>{`Discount: ${line.discountReason}`}</small>}
                  {toMarks(line).map((mark) => (
                    <small key={mark}>{mark}</small>
                  ))}
                </span>
              </span>
            </td>
            <td className="align-right">{formatCount(line.quantity)}</td>
            <td className="align-right">
              {formatCents(line.unitPriceCents)}
              {line.discountCents > 0 && (
                <small className={styles.discount}>{formatCents(-line.discountCents)}</small>
              )}
            </td>
            <td className="align-right">
              {line.taxable ? (
                <Amount cents={line.taxCents} />
              ) : (
                <span className="muted">none</span>
              )}
            </td>
            <td className="align-right">
              <Amount cents={line.netCents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Short notes on a line. */
function toMarks({
  fulfilment,
  fulfilmentStatus,
  lastCopy,
  refundedQty,
  restockedQty,
}: OrderLine): string[] {
  const marks: string[] = [];
  if (fulfilment === 'ship_to_school')
    marks.push(`Ship to school: ${SHIPPING[fulfilmentStatus].toLowerCase()}`);
  if (lastCopy) marks.push('Last copy of the fair');
  if (refundedQty > 0)
    marks.push(
      `${formatCount(refundedQty)} refunded${restockedQty > 0 ? `, ${formatCount(restockedQty)} back in stock` : ''}`,
    );
  return marks;
}
