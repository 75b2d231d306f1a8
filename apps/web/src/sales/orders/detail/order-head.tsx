import { fairsApi } from '@pos/contract/fairs/fairs';
import { FULFILMENTS, ORDER_STATUS, CUSTOMER_TYPES } from '@pos/contract/sales/order-states';
import type { Order } from '@pos/contract/sales/orders';
import { dayIn, formatTime, zoneName } from '@pos/contract/values/clock';
import { formatDay, shortWeekday } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import * as recordStyles from '#web/ui/layout/record.module.css';
import { toOrderStatus } from '../order-words.ts';
import * as styles from './order.module.css';

/** First lines of an order: what is left of its amount, its states, and who, where and when. */
export function OrderHead({ order }: { order: Order }) {
  const { totalCents, refundedNetCents, refundedTaxCents, voidedAt, status } = order;
  const refundedCents = refundedNetCents + refundedTaxCents;
  const payment = toOrderStatus(order);
  const standing = ORDER_STATUS[status];
  return (
    <div className="grid gap-6">
      <div className="row wrapping">
        <b className={`${recordStyles.figure} numeric`}>
          {formatCents(totalCents - refundedCents)}
        </b>
        {refundedCents > 0 && (
          <span className="subdued numeric">after refunds, of {formatCents(totalCents)}</span>
        )}
        <StatusPill status={payment} />
        {!voidedAt && standing.label !== payment.label && status !== 'completed' && (
          <StatusPill status={standing} />
        )}
        {order.shipToSchool && (
          <StatusPill status={{ label: FULFILMENTS.ship_to_school, meaning: 'info' }} />
        )}
        {order.taxExempt && <StatusPill status={{ label: 'Tax exempt', meaning: 'off' }} />}
      </div>
      <OrderSummary order={order} />
    </div>
  );
}

/** Customer, fair, time and register in one line. */
function OrderSummary({ order }: { order: Order }) {
  const { customerType, customerName, grade, teacher, soldAt, timeZone, deviceId } = order;
  const day = dayIn(soldAt, timeZone);
  return (
    <ul className={styles.summary} aria-label="Summary">
      <li>
        <span className="medium">
          {customerName === null ? (
            CUSTOMER_TYPES[customerType]
          ) : (
            <span data-private>{customerName}</span>
          )}
        </span>
        {grade && `, grade ${grade}`}
        {teacher && (
          <>
            {', '}
            <span data-private>{teacher}</span>
          </>
        )}
      </li>
      <li>
        <FairLink order={order} />
      </li>
      <li className="numeric">
        {shortWeekday(day)} {formatDay(day)}, {formatTime(soldAt, timeZone)} {zoneName(timeZone)}
      </li>
      <li className="monospace">{deviceId}</li>
    </ul>
  );
}

/** Name of the order's fair, as a link for those who may open it. */
export function FairLink({ order: { fairId, fairName } }: { order: Order }) {
  return (
    <Allowed to={fairsApi.list} otherwise={fairName}>
      <Link to={pathTo('fair-details', { id: fairId })}>{fairName}</Link>
    </Allowed>
  );
}
