import type { OwnActivityEntry } from '@pos/contract/staff/activity';
import { opensPage, type PageKey } from '@pos/contract/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights, useSession } from '#web/lib/session/session.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import * as styles from './activity.module.css';
import { ownActivity } from './activity.data.ts';
import { ActivityPages } from './activity-pages.tsx';
import { ownActivityWords } from './activity-words.ts';

/** List of the user's own activity, newest first. */
export function MyActivity() {
  const query = useInfiniteQuery(ownActivity);
  return (
    <Card title="My activity" rows>
      <ActivityPages
        query={query}
        what="Your activity"
        nothing={<Empty title="You have not changed anything yet" />}
      >
        {(entries) => (
          <ol className={`${styles.myActivity} lined`}>
            {joinRepeated(entries).map(({ entry, times }) => (
              <Line key={entry.id} entry={entry} times={times} />
            ))}
          </ol>
        )}
      </ActivityPages>
    </Card>
  );
}

/** Neighbors with the same action on the same record as one line with their number. */
function joinRepeated(entries: readonly OwnActivityEntry[]) {
  const joined: { entry: OwnActivityEntry; times: number }[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if (last?.entry.action === entry.action && last.entry.entityId === entry.entityId)
      last.times += 1;
    else joined.push({ entry, times: 1 });
  }
  return joined;
}

function Line({ entry, times }: { entry: OwnActivityEntry; times: number }) {
  const me = useSession()?.user.id;
  const rights = useRights();
  const { did, to } = ownActivityWords(entry);
  const page = PAGE_OF[entry.entity];
  const what =
    entry.entityId === me ? (
      'your own account'
    ) : page && entry.recordName && opensPage(page, rights) ? (
      <Link to={pathTo(page, { id: entry.entityId })}>{to}</Link>
    ) : (
      to
    );
  return (
    <li>
      <p>
        {did} {what}
        {times > 1 && <span className="subdued">, {times} times</span>}
      </p>
      <p className="caption">
        <Ago at={entry.at} />
      </p>
    </li>
  );
}

/** Page that opens each kind of record. */
const PAGE_OF: Record<string, PageKey> = {
  admin: 'edit-user',
  role: 'edit-role',
  device: 'edit-device',
  fair: 'fair-details',
  school: 'school-details',
  title: 'title-details',
};
