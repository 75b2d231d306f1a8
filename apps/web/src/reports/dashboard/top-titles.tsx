import { reportsApi } from '@pos/contract/reports/reports';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fairOption } from '#web/fairs/fairs/fairs.data.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import type { BlockQuery, Scope } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';
import * as attentionListStyles from '#web/ui/layout/attention-list.module.css';
import * as styles from './dashboard.module.css';

/** Number of titles shown at first, to match the lines that need attention. */
const SHOWN = 5;

/** Ten best-selling titles of the range, by units less returns. */
export function TopTitles({ query, scope }: { query: BlockQuery<'titles'>; scope: Scope }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <PartCard
      title="Top titles"
      query={query}
      lines={SHOWN}
      aside={
        <>
          {scope.fairId && query.data && (
            <ReportLink fairId={scope.fairId} from={query.data.from} to={query.data.to} />
          )}
          {(query.data?.block.rows.length ?? 0) > SHOWN && (
            <button type="button" className="link" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'View fewer' : 'View all'}
            </button>
          )}
        </>
      }
      rows
    >
      {({ block: { rows } }) =>
        rows.length === 0 ? (
          <p className={attentionListStyles.none} data-part="none">
            No title sold on these days.
          </p>
        ) : (
          <ol className={`${styles.topTitles} lined`}>
            {rows
              .slice(0, showsAll ? rows.length : SHOWN)
              .map(({ sku, title, author, category, pictureId, netUnits, netCents }) => (
                <li key={sku}>
                  <TitleCover title={title} category={category} pictureId={pictureId} />
                  <span className={styles.named} title={`${title} · ${sku}`}>
                    <span className="medium">{title}</span>
                    {author && <small className="caption">{author}</small>}
                  </span>
                  <span className={styles.sold}>
                    <span className="numeric">{formatCount(netUnits)} sold</span>
                    <span className="numeric caption">{formatCents(netCents)}</span>
                  </span>
                </li>
              ))}
          </ol>
        )
      }
    </PartCard>
  );
}

/**
 * Link to the report with the same figures. The report is per school, so the link looks up the
 * fair's school.
 */
function ReportLink({ fairId, from, to }: { fairId: string; from: string; to: string }) {
  const { data: fair } = useQuery(fairOption(fairId));
  if (!fair) return null;
  return (
    <Allowed to={reportsApi.run}>
      <Link
        to={pathTo(
          'reports',
          {},
          {
            reportType: 'ITEM_SALES',
            schoolIdentifier: fair.schoolIdentifier,
            fairIdentifier: fair.identifier,
            startDate: from,
            endDate: to,
          },
        )}
        className="link"
      >
        Item sales
      </Link>
    </Allowed>
  );
}
