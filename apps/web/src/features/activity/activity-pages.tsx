import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';

type ActivityPagesProps<Entry> = {
  query: UseInfiniteQueryResult<InfiniteData<{ results: Entry[] }>>;
  /** What is named where it cannot be read: "The activity". */
  what: string;
  /** Shown where there is no entry. */
  nothing: ReactNode;
  children: (entries: Entry[]) => ReactNode;
};

/** The entries of an activity that are read so far, with a way to read on; a skeleton, an error or a word in their place. */
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
        <div className="activity-wait" aria-hidden>
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
        <div className="activity-more">
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
