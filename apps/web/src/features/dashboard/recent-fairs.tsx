import { formatCount } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { fairPath } from '#web/features/fairs/fair-paths.ts';
import { calendarStatus } from '#web/features/fairs/fair-status.ts';
import { Link } from '#web/ui/link.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import * as styles from './recent-fairs.module.css';
import type { BlockQuery } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';
import * as attentionListStyles from '#web/ui/attention-list.module.css';

/** Live and recently ended fairs, with their total sales and close-out state. */
export function RecentFairs({ query }: { query: BlockQuery<'fairs'> }) {
  return (
    <PartCard title="Live and recent fairs" query={query} lines={6} rows>
      {({ block: { rows } }) =>
        rows.length === 0 ? (
          <p className={attentionListStyles.none}>
            No fair is live or has ended in the last 14 days.
          </p>
        ) : (
          <div
            className={styles.scroll}
            tabIndex={0}
            role="group"
            aria-label="Live and recent fairs"
          >
            <table className={styles.fairs}>
              <thead>
                <tr>
                  <th scope="col">Fair</th>
                  <th scope="col" className={styles.wide}>
                    Days
                  </th>
                  <th scope="col" className={`align-right ${styles.wide}`}>
                    Orders
                  </th>
                  <th scope="col" className="align-right">
                    Net sales
                  </th>
                  <th scope="col">Close-out</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(
                  ({
                    id,
                    name,
                    schoolName,
                    startDate,
                    endDate,
                    orders,
                    netCents,
                    phase,
                    closeOutState,
                  }) => (
                    <tr key={id}>
                      <th scope="row">
                        <Link to={fairPath(id)} title={name} className="ellipsis">
                          {name}
                        </Link>
                        <small className="ellipsis" title={schoolName}>
                          {schoolName}
                        </small>
                      </th>
                      <td className={`numeric no-wrap ${styles.wide}`}>
                        {formatDayRange(startDate, endDate)}
                      </td>
                      <td className={`numeric align-right ${styles.wide}`}>
                        {formatCount(orders)}
                      </td>
                      <td className="numeric align-right">{formatCents(netCents)}</td>
                      <td>
                        <StatusPill
                          status={calendarStatus({ phase, status: 'active', closeOutState })}
                          quiet
                        />
                      </td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </div>
        )
      }
    </PartCard>
  );
}
