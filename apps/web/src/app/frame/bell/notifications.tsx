import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDownload } from '#web/lib/api/job-calls.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { HERE } from '#web/lib/input/time.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { saidToasts, toast } from '#web/ui/messages/toast.tsx';
import { type Entry, notificationDays } from './notification-groups.ts';
import { entryLine } from './notification-words.ts';
import * as styles from './notifications.module.css';
import { newestNotifications, useMarkRead } from './notifications.data.ts';

const ICONS = { ok: IconCheck, warn: IconAlertTriangle, bad: IconX };

/**
 * List of notifications, newest first; each line links to its subject, and following it marks it as
 * read.
 */
export function Notifications({ close }: { close: () => void }) {
  const [limit, setLimit] = useState<20 | 50>(20);
  const { data, error, isPlaceholderData, refetch } = useQuery(newestNotifications(limit));
  const read = useMarkRead();
  if (!data)
    return (
      <Unloaded what="The notifications" error={error} retry={refetch}>
        <Loading />
      </Unloaded>
    );
  const { results, unread, totalResults } = data;
  return (
    <>
      <div className={styles.head}>
        <h2>Notifications</h2>
        {unread > 0 && (
          <Button
            size="sm"
            variant="quiet"
            busy={read.isPending && 'Marking…'}
            onClick={() => read.mutate({ all: true })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {results.length === 0 ? (
        <div className={styles.none}>
          <h3>Nothing new</h3>
          <p>
            Finished exports, reports, uploads and syncs appear here, and anything at your fairs
            that needs you.
          </p>
        </div>
      ) : (
        notificationDays(results, HERE).map(({ title, entries }) => (
          <section key={title} aria-label={title} className={styles.day}>
            <h3>{title}</h3>
            <ul className="lined">
              {entries.map((entry) => {
                const [{ id, readAt }] = entry;
                return (
                  <li key={id} className={readAt === null ? styles.unread : undefined}>
                    <Line
                      entry={entry}
                      onFollow={(leaves) => {
                        if (readAt === null) read.mutate({ ids: entry.map((each) => each.id) });
                        if (leaves) close();
                      }}
                    />
                  </li>
                );
              })}
            </ul>
          </section>
        ))
      )}
      <Said />
      {totalResults > results.length && limit === 20 && (
        <div className={styles.more}>
          <Button
            size="sm"
            variant="quiet"
            busy={isPlaceholderData && 'Loading…'}
            onClick={() => setLimit(50)}
          >
            Show earlier
          </Button>
        </div>
      )}
    </>
  );
}

function Line({ entry, onFollow }: { entry: Entry; onFollow: (leaves: boolean) => void }) {
  const rights = useSession()?.rights;
  const download = useDownload();
  if (!rights) return null;
  const [{ at, readAt }] = entry;
  const { title, detail, meaning, to, fileJobId } = entryLine(entry, rights);
  const Mark = ICONS[meaning];
  const content = (
    <>
      <span className={styles.mark} data-tone={meaning} aria-hidden>
        <Mark size={16} stroke={2} />
      </span>
      <span>
        <b>{title}</b>
        <small>{detail}</small>
        <small>
          <Ago at={at} />
        </small>
      </span>
      {readAt === null && (
        <span className={styles.dot} data-tone={meaning}>
          <span className="visually-hidden">Unread</span>
        </span>
      )}
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} className={styles.item} onClick={() => onFollow(true)}>
        {content}
      </Link>
    );
  }
  const take = (): void => {
    if (fileJobId !== undefined)
      download.mutate(fileJobId, {
        onError: (error) =>
          toast.bad({
            title: 'The file could not be downloaded',
            detail: failureText(error).message,
          }),
      });
    onFollow(false);
  };
  return (
    <button type="button" className={styles.item} onClick={take}>
      {content}
    </button>
  );
}

/** Earlier toasts of this page. */
function Said() {
  const said = saidToasts();
  if (said.length === 0) return null;
  return (
    <section className={styles.said} aria-labelledby="bell-said">
      <h3 id="bell-said">Messages since this page was opened</h3>
      <ul>
        {said.map(({ id, kind, title, detail, at }) => {
          const Mark = ICONS[kind];
          return (
            <li key={id} className={styles.item}>
              <span className={styles.mark} data-tone={kind} aria-hidden>
                <Mark size={16} stroke={2} />
              </span>
              <span>
                {title}
                {detail && <small>{detail}</small>}
                <small>
                  <Ago at={at} />
                </small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Loading() {
  return (
    <div className={styles.none} role="status" aria-label="Loading">
      <Skeleton />
    </div>
  );
}
