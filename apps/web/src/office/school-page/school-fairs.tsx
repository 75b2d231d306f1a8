import type { School } from '@pos/contract/fairs/schools';
import { formatDayRange } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import { FairStateCell } from '#web/fairs/fairs/fair-state-cell.tsx';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import { fairsList } from '#web/fairs/fairs/fairs.data.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Amount } from '#web/ui/values/amount.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { RecordBody } from '#web/ui/layout/record.tsx';
import * as styles from './school-page.module.css';

/** Maximum number of fairs on the page of a school. */
const LATEST = 10;

/** Latest fairs of a school, newest first. */
export function SchoolFairs({ school: { id, fairs } }: { school: School }) {
  const query = useQuery({
    ...fairsList({ page: 1, limit: LATEST, sort: '-startDate', schoolId: id }),
    enabled: fairs > 0,
  });
  return (
    <Card
      title="Fairs"
      count={fairs}
      rows={fairs > 0}
      aside={
        fairs > LATEST && (
          <Link to={pathTo('fairs', {}, { schoolId: id })} className="link">
            All fairs
          </Link>
        )
      }
    >
      {fairs === 0 ? (
        <p className="muted">No fair yet.</p>
      ) : (
        <RecordBody query={query} what="The list of fairs">
          {({ data: { results } }) => (
            <ul className={`${styles.rows} lined`}>
              {results.map((fair) => (
                <li key={fair.id}>
                  <Link to={fairPath(fair.id)} className="link">
                    {fair.name}
                  </Link>
                  <Amount cents={fair.netCents} />
                  <span className="caption">{formatDayRange(fair.startDate, fair.endDate)}</span>
                  <FairStateCell fair={fair} />
                </li>
              ))}
            </ul>
          )}
        </RecordBody>
      )}
    </Card>
  );
}
