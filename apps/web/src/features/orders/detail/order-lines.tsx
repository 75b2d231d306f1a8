import type { OrderLine } from '@pos/contract/orders';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Amount } from '#web/ui/amount.tsx';
import { SHIPPING } from '../order-words.ts';

/** Sold lines; amounts and taxes add up to the totals below. */
export function OrderLines({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <table className="order-lines">
      <caption className="vh">Items</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col" className="r">
            Qty
          </th>
          <th scope="col" className="r">
            Price
          </th>
          <th scope="col" className="r">
            Tax
          </th>
          <th scope="col" className="r">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <span className="two">
                {line.title}
                <small>
                  {line.sku ? (
                    <span className="mono">{line.sku}</span>
                  ) : (
                    `No barcode: ${line.category}`
                  )}
                </small>
                {line.discountReason && <small>{`Discount: ${line.discountReason}`}</small>}
                {marksOf(line).map((mark) => (
                  <small key={mark}>{mark}</small>
                ))}
              </span>
            </td>
            <td className="r">{formatCount(line.quantity)}</td>
            <td className="r">
              {formatCents(line.unitPriceCents)}
              {line.discountCents > 0 && (
                <small className="discount">{formatCents(-line.discountCents)}</small>
              )}
            </td>
            <td className="r">
              {line.taxable ? <Amount cents={line.taxCents} /> : <span className="t3">none</span>}
            </td>
            <td className="r">
              <Amount cents={line.netCents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Short notes on a line. */
function marksOf({
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
