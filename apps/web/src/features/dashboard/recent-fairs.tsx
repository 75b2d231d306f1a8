import { formatCount } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { fairPath } from '#web/features/fairs/fair-paths.ts';
import { calendarStatus } from '#web/features/fairs/fair-status.ts';
import { Link } from '#web/ui/link.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import './recent-fairs.css';
import type { BlockQuery } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';

/** Live and recently ended fairs, with their total sales and close-out state. */
export function RecentFairs({ query }: { query: BlockQuery<'fairs'> }) {
  return (
    <PartCard title="Live and recent fairs" query={query} lines={6} rows>
      {({ block: { rows } }) =>
        rows.length === 0 ? (
          <p className="attention-none">No fair is live or has ended in the last 14 days.</p>
        ) : (
          <div
            className="recent-scroll"
            tabIndex={0}
            role="group"
            aria-label="Live and recent fairs"
          >
            <table className="recent-fairs">
              <thead>
                <tr>
                  <th scope="col">Fair</th>
                  <th scope="col" className="wide">
                    Days
                  </th>
                  <th scope="col" className="r wide">
                    Orders
                  </th>
                  <th scope="col" className="r">
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
                        <Link to={fairPath(id)} title={name} className="ell">
                          {name}
                        </Link>
                        <small className="ell" title={schoolName}>
                          {schoolName}
                        </small>
                      </th>
                      <td className="num nowrap wide">{formatDayRange(startDate, endDate)}</td>
                      <td className="num r wide">{formatCount(orders)}</td>
                      <td className="num r">{formatCents(netCents)}</td>
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
