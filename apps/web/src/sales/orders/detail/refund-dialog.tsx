import { ApiError } from '@pos/contract/client';
import {
  distributeRefund,
  getRefundAmounts,
  getRefundRounding,
} from '@pos/contract/sales/money-rules';
import type { Order, OrderLine } from '@pos/contract/sales/orders';
import { NewOrderRefund } from '@pos/contract/sales/order-refunds';
import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { roundingWords } from '#web/sales/payments/payment-words.ts';
import { appInfo } from '#web/lib/api/app-info.ts';
import { SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useRefundOrder } from '../orders.data.ts';
import * as styles from './order.module.css';

type LineToRefund = { lineId: string; quantity: number; restock: boolean };

/** Lines of an order that have units left to refund. */
export function refundableLines({ lines }: Order): OrderLine[] {
  return lines.filter((line) => line.quantity > line.refundedQty);
}

/** One row per line with the number of units returned; only rows above 0 are sent. */
function refundForm(lines: readonly OrderLine[]) {
  const row = z.strictObject({
    lineId: z.string(),
    quantity: z.int('Enter a whole number.').min(0, 'Enter 0 or more.'),
    restock: z.boolean(),
  });
  return z
    .strictObject({ lines: z.array(row), reason: NewOrderRefund.shape.reason })
    .superRefine(({ lines: asked }, context) => {
      if (asked.every(({ quantity }) => quantity === 0))
        context.addIssue({
          code: 'custom',
          path: ['lines', 0, 'quantity'],
          message: 'Choose the items to refund.',
        });
      asked.forEach(({ quantity }, index) => {
        const left = getLeft(lines[index]!);
        if (quantity > left)
          context.addIssue({
            code: 'custom',
            path: ['lines', index, 'quantity'],
            message: `At most ${left} can be refunded.`,
          });
      });
    });
}

const getLeft = (line: OrderLine) => line.quantity - line.refundedQty;

/** Refunds units of an order; shows the amount and its tenders beforehand. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { mutateAsync: refund } = useRefundOrder(order.id);
  const lines = refundableLines(order);
  const whole = lines.length === 1 && getLeft(lines[0]!) === 1 ? 1 : 0;
  return (
    <FormDialog
      title={`Refund ${order.orderNumber}`}
      size={600}
      onClose={onClose}
      schema={refundForm(lines)}
      values={{
        lines: lines.map((line) => ({
          lineId: line.id,
          quantity: whole,
          restock: line.fulfilment === 'in_person',
        })),
        reason: '',
      }}
      save={({ lines: asked, reason }) => {
        const sent = asked.flatMap((line, index) => (line.quantity > 0 ? [{ line, index }] : []));
        return refund({ lines: sent.map(({ line }) => line), reason }).catch((error: unknown) => {
          throw onFormFields(
            error,
            sent.map(({ index }) => index),
          );
        });
      }}
      onSaved={(after) => {
        toast.ok({
          title: 'Refunded',
          detail: `${formatCents(after.refundedCents - order.refundedCents)} of ${order.orderNumber}`,
        });
        onClose();
      }}
      submitLabel={<RefundLabel lines={lines} />}
      busyLabel="Refunding…"
    >
      <div className={`${styles.refundLines} lined`}>
        {lines.map((line, index) => (
          <RefundLine key={line.id} line={line} index={index} />
        ))}
      </div>
      <TextareaField name="reason" label="Reason" rows={2} />
      <GivesBack order={order} lines={lines} />
    </FormDialog>
  );
}

/** Units of a line to refund; asks where they go once there are some. */
function RefundLine({ line, index }: { line: OrderLine; index: number }) {
  const units: unknown = useWatch({ name: `lines.${index}.quantity` });
  const isRefunded = typeof units === 'number' && units > 0;
  return (
    <div role="group" aria-label={line.title}>
      <div className={styles.titled}>
        <TitleCover title={line.title} category={line.category} pictureId={line.pictureId} />
        <p>
          <span className="medium">{line.title}</span>
          <small className="caption">
            {getLeft(line) === line.quantity
              ? `${line.quantity} sold`
              : `${getLeft(line)} of ${line.quantity} left`}{' '}
            at {formatCents(line.unitPriceCents)}
          </small>
        </p>
      </div>
      <QuantityField
        name={`lines.${index}.quantity`}
        label="Units"
        lowest={0}
        highest={getLeft(line)}
      />
      {isRefunded && line.fulfilment === 'in_person' && (
        <SwitchField
          name={`lines.${index}.restock`}
          label="Back on the shelf"
          hint="Off for damaged items."
        />
      )}
      {isRefunded && line.fulfilment !== 'in_person' && (
        <p className="caption">Ship to school: not returned to the shelf.</p>
      )}
    </div>
  );
}

/** Maps the server's line indexes back to the form's rows, which include lines with 0 units. */
function onFormFields(error: unknown, places: readonly number[]): unknown {
  if (!(error instanceof ApiError) || !error.refusal.errors) return error;
  const errors = Object.entries(error.refusal.errors).map(([field, text]) => [
    field.replace(/^lines\.(\d+)/, (_, sent: string) => `lines.${places[Number(sent)] ?? sent}`),
    text,
  ]);
  return new ApiError(error.status, {
    ...error.refusal,
    errors: Object.fromEntries(errors) as Record<string, string>,
  });
}

/** Net and tax of the units that are chosen. */
function useChosenCents(lines: readonly OrderLine[]): { netCents: number; taxCents: number } {
  const asked = useWatch({ name: 'lines' }) as LineToRefund[];
  const parts = lines.map((line, index) => {
    const quantity: unknown = asked[index]?.quantity;
    return typeof quantity === 'number' &&
      Number.isInteger(quantity) &&
      quantity > 0 &&
      quantity <= getLeft(line)
      ? getRefundAmounts(line, quantity)
      : { netCents: 0, taxCents: 0 };
  });
  return {
    netCents: parts.reduce((sum, part) => sum + part.netCents, 0),
    taxCents: parts.reduce((sum, part) => sum + part.taxCents, 0),
  };
}

/** `Refund $8.11`. */
function RefundLabel({ lines }: { lines: readonly OrderLine[] }) {
  const { netCents, taxCents } = useChosenCents(lines);
  return netCents + taxCents > 0 ? `Refund ${formatCents(netCents + taxCents)}` : 'Refund';
}

/** Preview of the refund: net, tax, the tenders it goes back to, and rounding (domain 8.4, 8.11). */
function GivesBack({ order, lines }: { order: Order; lines: readonly OrderLine[] }) {
  const { data: info } = useQuery(appInfo);
  const { netCents, taxCents } = useChosenCents(lines);
  if (netCents + taxCents === 0)
    return (
      <p className="caption" role="status">
        No units chosen yet.
      </p>
    );
  const { tenders, missingCents } = distributeRefund(netCents + taxCents, order.payments);
  const roundingCents = info?.roundCash ? getRefundRounding(tenders) : 0;
  return (
    <Notice kind="info">
      <p role="status">
        <b className="semibold">Refunds {formatCents(netCents + taxCents)}</b> (
        {formatCents(netCents)} net, {formatCents(taxCents)} tax)
      </p>
      <ul>
        {tenders.map(({ paymentId, method, paidOutAs, amountCents }) => (
          <li key={paymentId}>
            {PAYMENT_METHODS[method]} {formatCents(amountCents)}
            {paidOutAs !== method && `, paid out as ${PAYMENT_METHODS[paidOutAs]}`}
          </li>
        ))}
        {tenders.some(({ paidOutAs }) => paidOutAs === PaymentMethod.creditCard) && (
          <li>Refund the card at its processor or terminal, too: this only books it.</li>
        )}
        {roundingCents !== 0 && <li>{roundingWords(roundingCents)}</li>}
        {missingCents > 0 && (
          <li>{formatCents(missingCents)} was never collected and is not paid out</li>
        )}
      </ul>
    </Notice>
  );
}
