import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import * as styles from './activity.module.css';

type ActivityPagesProps<Entry> = {
  query: UseInfiniteQueryResult<InfiniteData<{ results: Entry[] }>>;
  /** Name used in an error: "The activity". */
  what: string;
  /** Empty state. */
  nothing: ReactNode;
  children: (entries: Entry[]) => ReactNode;
};

/**
 * Activity entries loaded so far with a button for more, or a skeleton, an error or the empty
 * state.
 */
export function ActivityPages<Entry>({
  query: { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage },
  what,
  nothing,
  children,
}: ActivityPagesProps<Entry>) {
  const entries = data?.pages.flatMap(({ results }) => results);
  if (!entries && error)
    return <ErrorNotice what={what} error={error} retry={() => void refetch()} />;
  if (!entries) {
    return (
      <AfterDelay>
        <div className={styles.wait} aria-hidden>
          <Skeleton width="60%" />
          <Skeleton width="45%" />
          <Skeleton width="55%" />
        </div>
      </AfterDelay>
    );
  }
  if (entries.length === 0) return nothing;
  return (
    <>
      {children(entries)}
      {hasNextPage && (
        <div className={styles.more}>
          <Button
            size="sm"
            busy={isFetchingNextPage && 'Loading…'}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
