import { REVERSAL_WORDS } from '@pos/contract/students/desk-top-ups';
import { fairsApi } from '@pos/contract/fairs/fairs';
import { ordersApi } from '@pos/contract/sales/orders';
import { PAYMENT_TYPES, type PaymentDetails } from '@pos/contract/sales/payments';
import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import { PURPOSES } from '@pos/contract/sales/payment-states';
import { TYPES } from '@pos/contract/sales/payments';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import type { ReactNode } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';

import { failureWords, paymentReference } from '../payment-words.ts';

type Fact = readonly [label: string, value: ReactNode];

/** Name and number of whoever paid, as far as they are known. */
function payerFacts({ customerName, studentNumber }: PaymentDetails): Fact[] {
  const facts: Fact[] = [];
  if (customerName)
    facts.push([
      'Student / payer',
      <span key="payer" data-private>
        {customerName}
      </span>,
    ]);
  if (studentNumber)
    facts.push([
      'Student number',
      <span key="number" className="monospace">
        {studentNumber}
      </span>,
    ]);
  return facts;
}

/** Facts of a payment, each with its label; unknown ones are left out. */
export function paymentFacts(payment: PaymentDetails): Fact[] {
  const {
    method,
    type,
    purpose,
    tenderedCents,
    changeCents,
    roundingCents,
    processorRef,
    failureCode,
    fairId,
    fairName,
    schoolName,
    deviceId,
    paidAt,
    timeZone,
    order,
    desk,
  } = payment;
  const facts: Fact[] = [
    ['Method', PAYMENT_METHODS[method]],
    // Both say nothing of an ordinary sale, nor a type that is named like the method.
    ...(type === PAYMENT_TYPES.FULL || TYPES[type] === PAYMENT_METHODS[method]
      ? []
      : [['Payment type', TYPES[type]] as const]),
    ...(purpose === 'sale' ? [] : [['Purpose', PURPOSES[purpose]] as const]),
    ['Paid', `${formatInstant(paidAt, timeZone)} ${zoneName(timeZone)}`],
  ];
  if (order) facts.push(['Order', <OrderLink key="order" order={order} />]);
  if (tenderedCents > 0 && changeCents > 0)
    facts.push(['Given', `${formatCents(tenderedCents)}, ${formatCents(changeCents)} change`]);
  if (roundingCents !== 0) facts.push(['Cash rounding', formatCents(roundingCents)]);
  if (paymentReference(payment))
    facts.push([method === PaymentMethod.creditCard ? 'Card' : 'Check', paymentReference(payment)]);
  if (processorRef)
    facts.push([
      'Reference',
      <span key="reference" className="monospace">
        {processorRef}
      </span>,
    ]);
  if (failureCode) facts.push(['Why it failed', failureWords(failureCode)]);
  facts.push(
    ...payerFacts(payment),
    ['Fair', <FairLink key="fair" id={fairId} name={fairName} isAtDesk={desk !== null} />],
    ['School', schoolName],
  );
  if (desk) facts.push(...deskFacts(desk));
  if (deviceId)
    facts.push([
      'Device',
      <span key="device" className="monospace">
        {deviceId}
      </span>,
    ]);
  return facts;
}

type OrderLinkProps = { order: NonNullable<PaymentDetails['order']> };

function OrderLink({ order: { id, orderNumber } }: OrderLinkProps) {
  const number = <span className="monospace">{orderNumber}</span>;
  return (
    <Allowed to={ordersApi.getById} otherwise={number}>
      <Link to={pathTo('orders', {}, { order: id })}>{number}</Link>
    </Allowed>
  );
}

/** Receipt and reversal of a top-up that the office accepted. */
function deskFacts({
  receiptNumber,
  officeDay,
  takenBy,
  reversal,
}: NonNullable<PaymentDetails['desk']>): Fact[] {
  const facts: Fact[] = [
    ['Receipt', String(receiptNumber)],
    ['Office day', formatDay(officeDay)],
    ['Accepted by', takenBy],
  ];
  if (reversal)
    facts.push(
      ['Reversed', `${REVERSAL_WORDS[reversal.reason]}, ${formatDay(reversal.officeDay)}`],
      ['Reversed by', reversal.reversedBy],
      ['Uncollected', formatCents(reversal.uncollectedCents)],
    );
  return facts;
}

type FairLinkProps = { id: string | null; name: string | null; isAtDesk: boolean };

function FairLink({ id, name, isAtDesk }: FairLinkProps) {
  if (id === null || name === null) return isAtDesk ? 'None, paid at the office' : 'Paid elsewhere';
  return (
    <Allowed to={fairsApi.list} otherwise={name}>
      <Link to={pathTo('fair-details', { id })}>{name}</Link>
    </Allowed>
  );
}
