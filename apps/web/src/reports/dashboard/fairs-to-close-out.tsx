import { closeOutApi } from '@pos/contract/close-out/close-out';
import { DUE_STATES } from '@pos/contract/fairs/fair-state';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import * as attentionListStyles from '#web/ui/layout/attention-list.module.css';
import type { BlockQuery, Good, Scope } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';
import * as styles from './fair-rows.module.css';

/** Number of fairs shown; the list of fairs has the rest. */
const SHOWN = 5;

/** Fairs that have ended and are not closed out, oldest first. */
export function FairsToCloseOut({ query, scope }: { query: BlockQuery<'fairs'>; scope: Scope }) {
  const count = query.data?.block.overdueCount ?? 0;
  const all = pathTo('fairs', {}, { schoolId: scope.schoolId, state: [...DUE_STATES] });
  return (
    <PartCard
      title="To close out"
      query={query}
      lines={SHOWN}
      aside={
        count > SHOWN && (
          <Link to={all} className="link">
            All {count}
          </Link>
        )
      }
      rows
    >
      {({ block: { overdue } }) =>
        overdue.length === 0 ? (
          <p className={attentionListStyles.none}>Every ended fair is closed out.</p>
        ) : (
          <ul className={`${styles.rows} lined`}>
            {overdue.slice(0, SHOWN).map((fair) => (
              <FairToCloseOut key={fair.id} fair={fair} />
            ))}
          </ul>
        )
      }
    </PartCard>
  );
}

function FairToCloseOut({
  fair: { id, name, schoolName, endDate, daysOverdue, closeOutReverted, netCents },
}: {
  fair: Good<'fairs'>['overdue'][number];
}) {
  return (
    <li>
      <span className={`${styles.name} grid grow`}>
        <Link to={fairPath(id)} className="ellipsis medium" title={`${name}, ${schoolName}`}>
          {name}
        </Link>
        <small className={styles.due}>
          {pluralize(daysOverdue, 'day', 'days')} overdue
          {closeOutReverted ? ', reverted' : ''}
        </small>
      </span>
      <span className={styles.figure}>
        <span className="numeric">{formatCents(netCents)}</span>
        <small className="numeric">ended {formatDay(endDate)}</small>
      </span>
      <Allowed to={closeOutApi.finishOrRevert}>
        <ButtonLink to={fairPath(id, 'close-out')} variant="quiet" size="sm">
          Close out
        </ButtonLink>
      </Allowed>
    </li>
  );
}
