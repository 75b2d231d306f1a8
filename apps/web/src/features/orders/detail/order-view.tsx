import { fairsApi } from '@pos/contract/fairs';
import type { Order } from '@pos/contract/orders';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import type { ReactNode } from 'react';
import { ActivityLines } from '#web/features/activity/activity-lines.tsx';
import { pathTo } from '#web/lib/paths.ts';
import { Allowed } from '#web/lib/session.tsx';
import { Facts } from '#web/ui/card.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RecordPart } from '#web/ui/record.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import {
  CUSTOMER_TYPES,
  EXEMPT_REASONS,
  FLAGS,
  FULFILMENTS,
  ORDER_STATUS,
  toOrderStatus,
} from '../order-words.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderPayments, OrderRefunds } from './order-payments.tsx';
import { OrderTotals } from './order-totals.tsx';
import * as recordStyles from '#web/ui/record.module.css';
import * as styles from './order.module.css';

/**
 * Full details of one order, under headings of the given level. Orders are never edited; refunds
 * correct them.
 */
export function OrderView({ order, level }: { order: Order; level: 'h2' | 'h3' }) {
  const payment = toOrderStatus(order);
  const { voidedAt, timeZone } = order;
  const standing = ORDER_STATUS[order.status];
  return (
    <>
      <div className="row wrapping">
        <b className={`${recordStyles.figure} numeric`}>{formatCents(order.totalCents)}</b>
        <StatusPill status={payment} />
        {!voidedAt && standing.label !== payment.label && order.status !== 'completed' && (
          <StatusPill status={standing} />
        )}
        {order.shipToSchool && (
          <StatusPill status={{ label: FULFILMENTS.ship_to_school, meaning: 'info' }} />
        )}
        {order.taxExempt && <StatusPill status={{ label: 'Tax exempt', meaning: 'off' }} />}
      </div>
      {voidedAt && (
        <Notice kind="quiet">
          Voided by the reset of {formatInstant(voidedAt, timeZone)} {zoneName(timeZone)}. It is
          kept as sold and not counted in lists, reports or stock.
        </Notice>
      )}
      {order.flags.length > 0 && (
        <Notice kind="warn">
          <ul className={styles.flags}>
            {order.flags.map((flag) => (
              <li key={flag}>{FLAGS[flag]}</li>
            ))}
          </ul>
        </Notice>
      )}
      <OrderActions order={order} />
      <RecordPart title="Items" level={level}>
        <OrderLines lines={order.lines} />
        <OrderTotals order={order} />
      </RecordPart>
      <RecordPart title="Payments" level={level}>
        <OrderPayments payments={order.payments} timeZone={order.timeZone} />
      </RecordPart>
      {order.refunds.length > 0 && (
        <RecordPart title="Refunds" level={level}>
          <OrderRefunds order={order} />
        </RecordPart>
      )}
      <RecordPart title="Customer" level={level}>
        <Facts facts={customerFacts(order)} />
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

type Fact = readonly [label: string, value: ReactNode];

function customerFacts({
  customerType,
  customerName,
  grade,
  teacher,
  studentNumber,
}: Order): Fact[] {
  const facts: Fact[] = [['Kind', CUSTOMER_TYPES[customerType]]];
  if (customerName !== null) facts.push(['Name', customerName]);
  if (grade) facts.push(['Grade', grade]);
  if (teacher) facts.push(['Teacher', teacher]);
  if (studentNumber)
    facts.push([
      'Student number',
      <span key="number" className="monospace">
        {studentNumber}
      </span>,
    ]);
  return facts;
}

function saleFacts(order: Order): Fact[] {
  const {
    soldAt,
    receivedAt,
    timeZone,
    deviceId,
    epoch,
    sequence,
    cashierName,
    taxExempt,
    exemptReason,
    exemptCertificateNo,
  } = order;
  const facts: Fact[] = [
    ['Sold', `${formatInstant(soldAt, timeZone)} ${zoneName(timeZone)}`],
    ['Received', `${formatInstant(receivedAt, timeZone)} ${zoneName(timeZone)}`],
    ['Fair', <FairLink key="fair" order={order} />],
    ['School', order.schoolName],
    [
      'Device',
      <span key="device" className="monospace">
        {deviceId}
      </span>,
    ],
    ['Cashier', cashierName],
    [
      'Number on receipt',
      <span key="receipt" className="monospace">{`${deviceId}-${epoch}-${sequence}`}</span>,
    ],
  ];
  if (taxExempt)
    facts.push(
      ['Tax exempt', exemptReason ? EXEMPT_REASONS[exemptReason] : 'No reason given'],
      ['Certificate', exemptCertificateNo ?? 'None given'],
    );
  return facts;
}

function FairLink({ order: { fairId, fairName } }: { order: Order }) {
  return (
    <Allowed to={fairsApi.list} otherwise={fairName}>
      <Link to={pathTo('fair-details', { id: fairId })}>{fairName}</Link>
    </Allowed>
  );
}
