import { fairDay } from '@pos/contract/fairs/fair-state';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { IconAlertTriangle, IconCloudCheck } from '@tabler/icons-react';
import { FairDays } from '#web/fairs/fairs/fair-days.tsx';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import * as styles from './live-fairs.module.css';
import type { BlockQuery, Good, Scope } from './dashboard.data.ts';
import * as dashboardStyles from './dashboard.module.css';
import * as cardStyles from '#web/ui/layout/card.module.css';

/** Maximum number of fairs shown; the list of fairs has the rest. */
const SHOWN = 8;

type LiveFairsProps = { query: BlockQuery<'fairs'>; scope: Scope };

/** Fairs selling today: their progress, sales, and the sync state of their registers. */
export function LiveFairs({ query: { data, error, refetch }, scope }: LiveFairsProps) {
  const live = data?.block.liveFairs.slice(0, SHOWN) ?? [];
  return (
    <section className={dashboardStyles.livePart} aria-labelledby="live-fairs">
      <div className="row spread">
        <h2 id="live-fairs">Live fairs</h2>
        <span className={`row ${styles.links}`}>
          <Link
            to={pathTo('fairs', {}, { schoolId: scope.schoolId, state: 'live' })}
            className="link"
          >
            {data && data.block.live > SHOWN
              ? `All ${data.block.live} live fairs`
              : 'All live fairs'}
          </Link>
        </span>
      </div>
      {data ? (
        live.length === 0 ? (
          <p className="subdued">No fair is live today.</p>
        ) : (
          <ul className={styles.fairs}>
            {live.map((fair) => (
              <FairCard key={fair.id} fair={fair} />
            ))}
          </ul>
        )
      ) : error ? (
        <div className={cardStyles.card}>
          <ErrorNotice what="Live fairs" error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <div className={styles.fairs} aria-hidden>
          {Array.from({ length: 4 }, (_, index) => (
            <div key={index} className={`${cardStyles.card} ${styles.fair}`}>
              <Skeleton width="70%" />
              <Skeleton />
              <Skeleton width="40%" />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

function FairCard({ fair }: { fair: Good<'fairs'>['liveFairs'][number] }) {
  const { id, name, schoolName, city, state, today, orders, netCents } = fair;
  const { day, of } = fairDay(fair, today);
  return (
    <li>
      <Link to={fairPath(id)} className={`${cardStyles.card} ${styles.fair}`} title={name}>
        <span className="grid">
          <span className="semibold ellipsis">{schoolName}</span>
          <span className="caption ellipsis">
            {city}, {state}
          </span>
        </span>
        <FairDays fair={fair} today={today} />
        <span className={styles.figures}>
          <span>
            <span className="caption">
              Day {day} of {of}
            </span>
            <span className={`${styles.net} numeric`}>{formatCents(netCents)}</span>
          </span>
          <span className="caption numeric">
            {pluralize(orders, 'order', 'orders')}
            <Sent registers={fair.registers} late={fair.unsyncedRegisters} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function Sent({ registers, late }: { registers: number; late: number }) {
  if (registers === 0) return <span>No registers yet</span>;
  if (late > 0)
    return (
      <span className={styles.warn}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {pluralize(late, 'register', 'registers')} to check
      </span>
    );
  return (
    <span>
      <IconCloudCheck size={14} stroke={2} aria-hidden />
      All sent
    </span>
  );
}
