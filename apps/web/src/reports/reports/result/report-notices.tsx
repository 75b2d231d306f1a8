import { ordersApi } from '@pos/contract/sales/orders';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { Report } from '@pos/contract/reports/reports';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { outsideText } from '@pos/contract/reports/outside';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as styles from '../reports.module.css';

/** Warnings to read before trusting the figures; nothing if there are none. */
export function ReportNotices({ report, query }: { report: Report; query: ReportQuery }) {
  const { tieOut, unsentDevices, excluded, method, fairs } = report;
  const hidesFairs =
    report.reportType === 'SALES_SUMMARY' && report.rows.length === 0 && fairs.length > 0;
  if (
    tieOut.ok &&
    report.outside === null &&
    unsentDevices.length === 0 &&
    excluded.heldOrders === 0 &&
    method === null &&
    !hidesFairs
  )
    return null;
  return (
    <div className={styles.notices}>
      {!tieOut.ok && <Differs tieOut={tieOut} />}
      {report.outside && (
        <Notice
          kind="warn"
          action={
            <Link to={pathTo('reports', {}, { ...query, wholeFair: true })}>
              Report the whole fair
            </Link>
          }
        >
          {outsideText(report)}
        </Notice>
      )}
      {unsentDevices.length > 0 && <Unsent devices={unsentDevices} />}
      {excluded.heldOrders > 0 && (
        <Notice
          kind="warn"
          action={
            <Allowed to={ordersApi.held}>
              <Link to={pathTo('orders', {}, { view: 'held' })}>View held orders</Link>
            </Allowed>
          }
        >
          {pluralize(excluded.heldOrders, 'held order is', 'held orders are')} not included in these
          figures.
        </Notice>
      )}
      {hidesFairs && (
        <Notice kind="info">
          {pluralize(fairs.length, 'fair', 'fairs')}, added up by school. The files of this report
          list them one by one.
        </Notice>
      )}
      {method !== null && (
        <Notice kind="info">
          Only orders paid fully or partly by {PAYMENT_METHODS[method]}, with figures for the whole
          orders. Settlement and cash control are left out because they cover the whole fair.
        </Notice>
      )}
    </div>
  );
}

/** The orders at which sales, payments and the report disagree. */
function Differs({ tieOut }: Pick<Report, 'tieOut'>) {
  return (
    <Notice kind="bad">
      <p>
        Orders, lines, payments and this report differ by {formatCents(tieOut.differenceCents)}
        {tieOut.orderNumbers.length > 0
          ? ` in ${pluralize(tieOut.orderNumbers.length, 'order', 'orders')}:`
          : '.'}
      </p>
      <ul className={styles.orders}>
        {tieOut.orderNumbers.map((number) => (
          <li key={number} className="monospace">
            <Allowed to={ordersApi.list} otherwise={number}>
              <Link to={pathTo('orders', {}, { search: number })}>{number}</Link>
            </Allowed>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Registers whose unsent orders are missing. */
function Unsent({ devices }: { devices: Report['unsentDevices'] }) {
  return (
    <Notice kind="warn">
      <p>
        {devices.length === 1 ? 'One register still has' : `${devices.length} registers still have`}{' '}
        orders not included in these figures:
      </p>
      <ul>
        {devices.map(({ deviceId, unsentOrders, lastSyncAt }) => (
          <li key={deviceId}>
            <span className="monospace">{deviceId}</span>,{' '}
            {pluralize(unsentOrders, 'unsent order', 'unsent orders')}, last contact{' '}
            <Ago at={lastSyncAt} never="never" />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
