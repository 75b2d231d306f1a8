import type { OwnActivityEntry } from '@pos/contract/activity';
import { opensPage, type PageKey } from '@pos/contract/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pathTo } from '#web/lib/paths.ts';
import { useRights, useSession } from '#web/lib/session.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Link } from '#web/ui/link.tsx';
import { AfterDelay, Empty, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import './activity.css';
import { ownActivity } from './activity.data.ts';
import { ownActivityWords } from './activity-words.ts';

/** What one did oneself, the newest first. */
export function MyActivity() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownActivity);
  const entries = data?.pages.flatMap(({ results }) => results);
  return (
    <Card title="My activity" rows>
      {entries ? (
        <ol className="my-activity">
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ol>
      ) : error ? (
        <ErrorNotice what="Your activity" error={error} retry={() => void refetch()} />
      ) : (
        <AfterDelay>
          <div className="activity-wait" aria-hidden>
            <Skeleton width="60%" />
            <Skeleton width="45%" />
          </div>
        </AfterDelay>
      )}
      {entries?.length === 0 && <Empty title="You have not changed anything yet" />}
      {hasNextPage && (
        <div className="activity-more">
          <Button size="sm" busy={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

function Line({ entry }: { entry: OwnActivityEntry }) {
  const me = useSession()?.user.id;
  const rights = useRights();
  const { did, to } = ownActivityWords(entry);
  const page = PAGE_OF[entry.entity];
  const what = entry.entityId === me ? 'your own account' : page && entry.recordName && opensPage(page, rights) ? <Link to={pathTo(page, { id: entry.entityId })}>{to}</Link> : to;
  return (
    <li>
      <p>
        {did} {what}
      </p>
      <p className="meta">
        <Ago at={entry.at} />
      </p>
    </li>
  );
}

/** Where a record of this kind is opened. */
const PAGE_OF: Record<string, PageKey> = { admin: 'edit-user', role: 'edit-role', device: 'edit-device', fair: 'fair-details' };
