import { FULFILMENTS } from '@pos/contract/sales/order-states';
import type { Order, OrderLine } from '@pos/contract/sales/orders';
import type { Payment } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PAYMENT_STATUS } from '@pos/contract/sales/payment-states';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { roundingWords } from '#web/sales/payments/payment-words.ts';
import { appInfo } from '#web/lib/api/app-info.ts';
import * as styles from './receipt.module.css';

type ReceiptsProps = { orders: readonly Order[]; onPrinted: () => void };

/**
 * Printable receipts of orders, with the footer from the settings, each on a page of its own; opens
 * the print dialog and unmounts when that closes.
 */
export function Receipts({ orders, onPrinted }: ReceiptsProps) {
  // Without the settings it prints without a footer.
  const { data: info, isPending } = useQuery({ ...appInfo, staleTime: 0 });
  useEffect(() => {
    if (isPending) return undefined;
    window.addEventListener('afterprint', onPrinted);
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [isPending, onPrinted]);
  return createPortal(
    <div className={styles.papers} data-part="receipts">
      {orders.map((order) => (
        <Receipt key={order.id} order={order} footer={info?.receiptFooter} />
      ))}
    </div>,
    document.body,
  );
}

function Receipt({ order, footer }: { order: Order; footer: string | null | undefined }) {
  const {
    orderNumber,
    fairName,
    schoolName,
    soldAt,
    timeZone,
    deviceId,
    epoch,
    sequence,
    cashierName,
    customerName,
    lines,
    payments,
    refunds,
  } = order;
  return (
    <article className={styles.receiptPaper} aria-label={`Receipt ${orderNumber}`}>
      <h1>{schoolName}</h1>
      <p>{fairName}</p>
      <p>
        Receipt {orderNumber}
        <br />
        {formatInstant(soldAt, timeZone)} {zoneName(timeZone)}
        <br />
        {`${deviceId}-${epoch}-${sequence}`}, <span data-private>{cashierName}</span>
        {customerName && (
          <>
            <br />
            <span data-private>{customerName}</span>
          </>
        )}
      </p>
      <table>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </tbody>
        <tbody>
          <Sum label="Subtotal" cents={order.subtotalCents} />
          <Sum
            label={order.taxExempt ? 'Tax (exempt)' : `Tax ${formatPpm(order.taxRatePpm)}`}
            cents={order.taxCents}
          />
          <Sum label={<b>Total</b>} cents={order.totalCents} />
        </tbody>
        <tbody>
          {payments.map((payment) => (
            <Sum
              key={payment.id}
              label={<PaymentLabel payment={payment} />}
              cents={payment.amountCents}
            />
          ))}
        </tbody>
        {refunds.length > 0 && (
          <tbody>
            {refunds.map(({ id, refundedAt, totalCents, roundingCents }) => (
              <Sum
                key={id}
                label={
                  <>
                    Refund {formatInstant(refundedAt, timeZone)}
                    {roundingCents !== 0 && <small>{roundingWords(-roundingCents)}</small>}
                  </>
                }
                cents={-totalCents}
              />
            ))}
          </tbody>
        )}
      </table>
      {footer && (
        <p className={styles.receiptFooter} data-part="receipt-footer">
          {footer}
        </p>
      )}
    </article>
  );
}

function LineRow({ line }: { line: OrderLine }) {
  return (
    <tr>
      <td>
        {formatCount(line.quantity)} × {line.title} at {formatCents(line.unitPriceCents)}
        {line.fulfilment === 'ship_to_school' && <small>{FULFILMENTS.ship_to_school}</small>}
        {line.discountCents > 0 && <small>Discount {formatCents(-line.discountCents)}</small>}
      </td>
      <td>{formatCents(line.netCents)}</td>
    </tr>
  );
}

/** Method of a payment with its card or check number, its status unless paid, and any rounding and change. */
function PaymentLabel({
  payment: { method, status, tenderedCents, changeCents, roundingCents, cardLast4, checkNumber },
}: {
  payment: Payment;
}) {
  return (
    <>
      {[PAYMENT_METHODS[method], cardLast4 && `ending ${cardLast4}`, checkNumber]
        .filter(Boolean)
        .join(' ')}
      {status !== 'completed' && status !== 'refunded' && (
        <small>{PAYMENT_STATUS[status].label}</small>
      )}
      {roundingCents !== 0 && <small>{roundingWords(roundingCents)}</small>}
      {changeCents > 0 && (
        <small>{`${formatCents(tenderedCents)} given, ${formatCents(changeCents)} change`}</small>
      )}
    </>
  );
}

function Sum({ label, cents }: { label: ReactNode; cents: number }) {
  return (
    <tr>
      <td>{label}</td>
      <td>{formatCents(cents)}</td>
    </tr>
  );
}
