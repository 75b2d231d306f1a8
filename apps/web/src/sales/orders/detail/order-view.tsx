import { APPROVALS } from '@pos/contract/sales/approvals/register-approvals';
import { EXEMPT_REASONS, FLAGS } from '@pos/contract/sales/order-states';
import type { Order } from '@pos/contract/sales/orders';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { type Payment, paymentsApi } from '@pos/contract/sales/payments';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import { type ReactNode, useState } from 'react';
import { ActivityLines } from '#web/staff/activity/activity-lines.tsx';
import { ResultForm, ReviewDecision } from '#web/sales/payments/detail/payment-actions.tsx';
import { paymentReference } from '#web/sales/payments/payment-words.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Facts } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { RecordPart } from '#web/ui/layout/record.tsx';
import { OrderActions } from './order-actions.tsx';
import { FairLink, OrderHead } from './order-head.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderTotals } from './order-totals.tsx';

/**
 * Full details of one order, under headings of the given level. Orders are never edited; refunds
 * correct them.
 */
export function OrderView({ order, level }: { order: Order; level: 'h2' | 'h3' }) {
  const { voidedAt, timeZone } = order;
  return (
    <>
      <OrderHead order={order} />
      {voidedAt && (
        <Notice kind="quiet">
          Voided by the reset of {formatInstant(voidedAt, timeZone)} {zoneName(timeZone)}. It is
          kept as sold and not counted in lists, reports or stock.
        </Notice>
      )}
      {order.flags.length > 0 && (
        <Notice kind="warn">
          <ul className="grid gap-4">
            {order.flags.map((flag) => (
              <li key={flag}>{FLAGS[flag]}</li>
            ))}
          </ul>
        </Notice>
      )}
      <OpenPayments order={order} />
      <OrderActions order={order} />
      <RecordPart title="Items" level={level}>
        <OrderLines lines={order.lines} />
        <OrderTotals order={order} />
      </RecordPart>
      <RecordPart
        title={order.refunds.length > 0 ? 'Payments and refunds' : 'Payments'}
        level={level}
      >
        <OrderMoney order={order} />
      </RecordPart>
      <RecordPart title="Sale" level={level}>
        <Facts facts={saleFacts(order)} />
      </RecordPart>
      <RecordPart title="Activity" level={level}>
        <ActivityLines
          entity="order"
          entityId={order.id}
          nothing="No staff changes to this order."
        />
      </RecordPart>
    </>
  );
}

/** Payments of the order that wait for a person: for a result, or for a decision. */
function OpenPayments({ order: { payments, voidedAt, timeZone } }: { order: Order }) {
  if (voidedAt) return null;
  return payments.map((payment) => {
    switch (payment.status) {
      case 'pending':
        return <MissingResult key={payment.id} payment={payment} timeZone={timeZone} />;
      case 'under_review':
        return <ReviewDecision key={payment.id} payment={{ ...payment, purpose: 'sale' }} />;
      default:
        return null;
    }
  });
}

/** Payment that nobody has answered, and the way to record its result. */
function MissingResult({ payment, timeZone }: { payment: Payment; timeZone: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { method, amountCents, paidAt } = payment;
  const what = [PAYMENT_METHODS[method], paymentReference(payment)].filter(Boolean).join(' ');
  return (
    <>
      <Notice
        kind="info"
        {...(!isOpen && {
          action: (
            <Allowed to={paymentsApi.recordResult}>
              <button type="button" onClick={() => setIsOpen(true)}>
                Record result
              </button>
            </Allowed>
          ),
        })}
      >
        {what}, {formatCents(amountCents)}: no answer since {formatInstant(paidAt, timeZone)}. Until
        there is one, the fair cannot be closed out.
      </Notice>
      {isOpen && <ResultForm payment={{ ...payment, purpose: 'sale' }} />}
    </>
  );
}

type Fact = readonly [label: string, value: ReactNode];

/** Approvals given at the register, with person and time. */
function Approvals({ order: { approvals, timeZone } }: { order: Order }) {
  return (
    <ul className="grid gap-4">
      {approvals.map(({ kinds, approvedBy, approvedAt, isChecked }) => (
        <li key={`${approvedAt} ${kinds.join()}`}>
          {kinds.map((kind) => APPROVALS[kind]).join(', ')}: <span data-private>{approvedBy}</span>,{' '}
          {formatInstant(approvedAt, timeZone)}
          {!isChecked && ', without a network: the code was not checked here'}
        </li>
      ))}
    </ul>
  );
}

/** The register and its cashier, or who entered the order at the office. */
function soldBy({ isOfOffice, deviceId, epoch, sequence, cashierName }: Order): Fact[] {
  const name = (
    <span key="cashier" data-private>
      {cashierName}
    </span>
  );
  if (isOfOffice) return [['Entered at the office by', name]];
  return [
    [
      'Device',
      <span key="device" className="monospace">
        {deviceId}
      </span>,
    ],
    ['Cashier', name],
    [
      'Number on receipt',
      <span key="receipt" className="monospace">{`${deviceId}-${epoch}-${sequence}`}</span>,
    ],
  ];
}

function saleFacts(order: Order): Fact[] {
  const {
    soldAt,
    clockSoldAt,
    receivedAt,
    timeZone,
    taxExempt,
    exemptReason,
    exemptCertificateNo,
  } = order;
  const facts: Fact[] = [
    // The head has the time of the sale.
    ...(clockSoldAt
      ? [
          ['Sold', `${formatInstant(soldAt, timeZone)} ${zoneName(timeZone)}`] as Fact,
          [
            'On the register',
            `${formatInstant(clockSoldAt, timeZone)} ${zoneName(timeZone)}`,
          ] as Fact,
        ]
      : []),
    ['Received', `${formatInstant(receivedAt, timeZone)} ${zoneName(timeZone)}`],
    ['Fair', <FairLink key="fair" order={order} />],
    ['School', order.schoolName],
    ...soldBy(order),
  ];
  if (order.studentNumber)
    facts.push([
      'Student number',
      <span key="number" className="monospace">
        {order.studentNumber}
      </span>,
    ]);
  if (order.approvals.length > 0)
    facts.push(['Approved', <Approvals key="approved" order={order} />]);
  if (taxExempt)
    facts.push(
      ['Tax exempt', exemptReason ? EXEMPT_REASONS[exemptReason] : 'No reason given'],
      ['Certificate', exemptCertificateNo ?? 'None given'],
    );
  return facts;
}
