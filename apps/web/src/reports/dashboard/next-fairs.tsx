import { STARTING_WITHIN_DAYS } from '@pos/contract/reports/dashboard';
import { addDays, formatDay } from '@pos/contract/values/days';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import * as attentionListStyles from '#web/ui/layout/attention-list.module.css';
import { ProgressBar } from '#web/ui/layout/checklist.tsx';
import type { BlockQuery, Good, Scope } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';
import * as styles from './fair-rows.module.css';

/** Number of fairs shown; the list of fairs has the rest. */
const SHOWN = 5;

/** Fairs that start soon, the nearest first, with their progress on the checklist. */
export function NextFairs({ query, scope }: { query: BlockQuery<'fairs'>; scope: Scope }) {
  const { data } = query;
  const count = data?.block.starting ?? 0;
  const all =
    data &&
    pathTo(
      'fairs',
      {},
      {
        schoolId: scope.schoolId,
        state: 'upcoming',
        to: addDays(data.today, STARTING_WITHIN_DAYS),
      },
    );
  return (
    <PartCard
      title={`Next ${STARTING_WITHIN_DAYS} days`}
      query={query}
      lines={SHOWN}
      aside={
        all &&
        count > SHOWN && (
          <Link to={all} className="link">
            All {count}
          </Link>
        )
      }
      rows
    >
      {({ block: { nextFairs } }) =>
        nextFairs.length === 0 ? (
          <p className={attentionListStyles.none}>No fair starts in these days.</p>
        ) : (
          <ul className={`${styles.rows} lined`}>
            {nextFairs.slice(0, SHOWN).map((fair) => (
              <NextFair key={fair.id} fair={fair} />
            ))}
          </ul>
        )
      }
    </PartCard>
  );
}

function NextFair({
  fair: { id, name, schoolName, startDate, daysLeft, done, of, missing },
}: {
  fair: Good<'fairs'>['nextFairs'][number];
}) {
  return (
    <li>
      <span className={`${styles.name} grid grow`}>
        <Link to={fairPath(id)} className="ellipsis medium" title={`${name}, ${schoolName}`}>
          {name}
        </Link>
        <small className="numeric">
          {daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`}, {formatDay(startDate)}
        </small>
      </span>
      <span
        className={styles.figure}
        title={missing.length > 0 ? `Not yet: ${missing.join(', ')}` : undefined}
      >
        <span className="numeric">{done === of ? 'Ready' : `${done} of ${of} ready`}</span>
        <ProgressBar label={`Readiness of ${name}`} value={done} max={of} />
      </span>
    </li>
  );
}
