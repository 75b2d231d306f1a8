import type { HeldOrder } from '@pos/contract/sales/held-orders';
import { FULFILMENTS } from '@pos/contract/sales/order-states';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { ReactNode } from 'react';
import { Amount } from '#web/ui/values/amount.tsx';
import { TableHead } from '#web/ui/layout/table-head.tsx';
import { fairPrices } from './held-detail.ts';
import * as styles from './held.module.css';

type HeldContentsProps = {
  held: HeldOrder;
  /** Buttons that decide about it, where it is not shown by the dialog of a decision. */
  decisions?: ReactNode;
};

/**
 * Content of a held order: lines as sold, and the register's totals next to those a release books.
 */
export function HeldContents({ held, decisions }: HeldContentsProps) {
  const { lines, payments, waitingRefunds } = held;
  return (
    <div className={styles.contents}>
      <HeldLines lines={lines} prices={fairPrices(held.detail)} />
      <HeldSums held={held} />
      {!held.booked && (
        <p className="caption">
          Amounts above the limits are not included in totals. The order can only be discarded;
          enter the actual sale at a register again.
        </p>
      )}
      <p className="caption">
        <Buyer held={held} />
        {payments.length === 0
          ? 'Nothing was paid.'
          : `Paid by ${payments.map(paymentText).join(', ')}.`}
        {waitingRefunds > 0 &&
          ` ${pluralize(waitingRefunds, 'refund is', 'refunds are')} held with this order and decided together with it.`}
      </p>
      {decisions}
    </div>
  );
}

/** `Sold to Robin Pupil, student number 4711.`, as far as the register and the rights tell it. */
function Buyer({ held: { customerName, studentNumber } }: { held: HeldOrder }) {
  const parts = [customerName, studentNumber && `student number ${studentNumber}`].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <>
      Sold to <span data-private>{parts.join(', ')}</span>.{' '}
    </>
  );
}

/** `Credit Card ending 4242 $9.73 (pending)`. */
function paymentText({
  method,
  cardLast4,
  amountCents,
  status,
}: HeldOrder['payments'][number]): string {
  return [
    PAYMENT_METHODS[method],
    cardLast4 && `ending ${cardLast4}`,
    formatCents(amountCents),
    status === 'pending' && '(pending)',
  ]
    .filter(Boolean)
    .join(' ');
}

type HeldLinesProps = Pick<HeldOrder, 'lines'> & {
  /** The fair's own price of lines that differ in it, by their place. */
  prices: ReadonlyMap<number, string>;
};

function HeldLines({ lines, prices }: HeldLinesProps) {
  return (
    <table className={styles.lines}>
      <caption className="visually-hidden">What was sold</caption>
      <TableHead heads={['Title', { right: 'Qty' }, { right: 'Price' }]} />
      <tbody>
        {lines.map((line, place) => (
          <tr key={line.lineNo}>
            <td>
              <span className="two-lines">
                {line.title ?? 'Item without a barcode'}
                <small>
                  {[line.sku, line.fulfilment === 'ship_to_school' && FULFILMENTS.ship_to_school]
                    .filter(Boolean)
                    .join(' · ') || 'No barcode'}
                </small>
                {line.isUnknown && (
                  <small className={styles.unknown}>
                    Not in the catalog: booked as a line without a number; stock does not change.
                  </small>
                )}
              </span>
            </td>
            <td className="align-right">{formatCount(line.quantity)}</td>
            <td className="align-right">
              {formatCents(line.unitPriceCents)}
              {prices.has(place) && (
                <small className={styles.fairPrice}>fair {prices.get(place)}</small>
              )}
              {line.discountCents > 0 && (
                <small className={`${styles.block} muted`}>
                  {formatCents(-line.discountCents)}
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeldSums({ held }: { held: HeldOrder }) {
  return (
    <table className={styles.heldSums}>
      <caption className="visually-hidden">
        {held.booked ? 'Totals by the register and as booked on release' : 'Totals by the register'}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className="align-right">
            Register
          </th>
          {held.booked && (
            <th scope="col" className="align-right">
              If released
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {getSums(held).map(({ label, sold, booked }) => (
          <tr
            key={label}
            className={
              sold !== undefined && booked !== undefined && sold !== booked
                ? styles.differs
                : undefined
            }
          >
            <th scope="row">{label}</th>
            <td className="align-right">{sold === undefined ? '' : <Amount cents={sold} />}</td>
            {booked !== undefined && (
              <td className="align-right">
                <Amount cents={booked} strong />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Sum = { label: string; sold?: number; booked?: number };

/** Rows of the totals table; `booked` is missing if the order cannot be released. */
function getSums({ sold, booked }: HeldOrder): Sum[] {
  const row = (label: string, field: keyof HeldOrder['sold']): Sum => ({
    label,
    sold: sold[field],
    ...(booked && { booked: booked[field] }),
  });
  const sums = [
    row('Subtotal', 'subtotalCents'),
    row('Tax', 'taxCents'),
    row('Total', 'totalCents'),
    row('Paid', 'paidCents'),
  ];
  if (!booked) return sums;
  if (booked.uncollectedCents > 0)
    sums.push({ label: 'Of the total, not collected', booked: booked.uncollectedCents });
  if (booked.overpaidCents > 0)
    sums.push({ label: 'Paid beyond the total', booked: booked.overpaidCents });
  return sums;
}
