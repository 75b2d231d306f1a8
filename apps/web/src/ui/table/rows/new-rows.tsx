import type { LiveKind } from '@pos/contract/staff/events';
import { pluralize } from '@pos/contract/values/counts';
import { IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import type { ListAnswer, ListQuery } from '#web/lib/lists/list.ts';
import { useLive } from '#web/lib/live/live.ts';
import { toTotal, type Total } from '#web/lib/lists/total.ts';
import * as styles from './new-rows.module.css';

/** Live events that announce new rows, and names of one and several: "new order", "new orders". */
export type Announced = {
  kinds: readonly LiveKind[];
  fairId: string | undefined;
  one: string;
  many: string;
};

/** Delays that batch many changes into one request, in ms. */
const SOON_MS = 400;
const AGAIN_MS = 3_000;

type Query = Readonly<Record<string, unknown>>;
/** The list when it was read: its total, and the IDs of the visible rows. */
type ListAt = { total: Total; ids: readonly string[] };
type NewRowsProps = {
  announced: Announced;
  list: (query: Query) => ListQuery<unknown>;
  /** Query of the visible list. */
  query: Query;
  /**
   * The same query at the start of the list: first page in default order, where new rows appear.
   */
  first: Query;
  seen: ListAt;
  rowId: (row: unknown) => string;
  change: (changes: Record<string, unknown>) => void;
};

/**
 * Shows how many rows arrived since the list was read, without moving it; loads them when pressed.
 * If the total is capped, shows only that there are some, and only at the start of the list.
 */
export function NewRows({ announced, list, query, first, seen, rowId, change }: NewRowsProps) {
  const queryClient = useQueryClient();
  const [now, setNow] = useState<ListAnswer<unknown>['data']>();
  const ending = useRef<AbortController>(undefined);
  const waits = useRef({ timer: 0, next: 0 });
  useEffect(() => {
    const controller = (ending.current = new AbortController());
    const { current } = waits;
    return () => {
      clearTimeout(current.timer);
      current.timer = 0;
      controller.abort();
    };
  }, []);
  useLive(
    announced.kinds,
    () => {
      const wait = waits.current;
      if (wait.timer) return;
      const ask = async (): Promise<void> => {
        wait.timer = 0;
        wait.next = Date.now() + AGAIN_MS;
        const signal = ending.current?.signal;
        // Failed: the next change asks again.
        if (signal)
          await list({ ...first, limit: 10 })
            .queryFn({ signal })
            .then(
              ({ data }) => signal.aborted || setNow(data),
              () => undefined,
            );
      };
      wait.timer = window.setTimeout(() => void ask(), Math.max(SOON_MS, wait.next - Date.now()));
    },
    { fairId: announced.fairId },
  );
  const isAtStart = query['page'] === first['page'] && query['sort'] === first['sort'];
  const newestId = isAtStart ? now?.results.map(rowId)[0] : undefined;
  const news = now && newsText(announced, seen, toTotal(now), newestId);
  const show = ({ currentTarget }: MouseEvent): void => {
    // The button disappears with its message.
    currentTarget.closest('section')?.focus();
    if (!isAtStart) change({ page: undefined, sort: undefined });
    void queryClient.invalidateQueries({ queryKey: list(query).queryKey.slice(0, 2) });
  };
  return (
    <div className={styles.newRows} role="status">
      {news && (
        <button type="button" onClick={show}>
          <IconArrowUp size={16} stroke={2} aria-hidden /> {news}
        </button>
      )}
    </div>
  );
}

/** Returns the text of the button, or undefined if no row is known to be new. */
function newsText(
  { one, many }: Announced,
  seen: ListAt,
  now: Total,
  newestId: string | undefined,
): string | undefined {
  if (seen.total.isCapped || now.isCapped)
    return newestId !== undefined && !seen.ids.includes(newestId) ? `Show ${many}` : undefined;
  const count = now.count - seen.total.count;
  return count > 0 ? pluralize(count, one, many) : undefined;
}
