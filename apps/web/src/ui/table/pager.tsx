import { PAGE_SIZES } from '@pos/contract/values';
import { formatCount } from '@pos/contract/values/counts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { ListAnswer } from '#web/lib/lists/list.ts';
import { formatTotal, toTotal } from '#web/lib/lists/total.ts';
import { IconButton } from '../buttons/button.tsx';
import * as segmentStyles from '../buttons/segments.module.css';
import { useIntent } from '../hooks/use-intent.ts';
import * as styles from './pager.module.css';

type PagerProps = {
  data: ListAnswer<unknown>['data'];
  totals: ReactNode;
  onPage: (page: number) => void;
  onAhead: (page: number) => void;
  onLimit: (limit: number) => void;
};

/**
 * `1–20 of 2,314 · Rows 10 20 50 · ‹ Page 1 of 116 ›`. `onAhead` prefetches the page that is likely
 * next.
 */
export function Pager({ data, totals, onPage, onAhead, onLimit }: PagerProps) {
  const { page, limit, totalPages, totalResults } = data;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, first + data.results.length - 1);
  const total = formatTotal(toTotal(data));
  const pages = formatCount(Math.max(totalPages, 1));
  const intent = useIntent();
  const isThere = (to: number): boolean => to >= 1 && to <= totalPages;
  const ahead = (to: number): void => {
    if (isThere(to)) onAhead(to);
  };
  const turn = (to: number) => ({
    'aria-disabled': !isThere(to),
    onClick: () => isThere(to) && onPage(to),
    ...intent(() => ahead(to)),
  });
  const next = useRef<HTMLButtonElement>(null);
  const goOn = useEffectEvent(() => ahead(page + 1));
  useEffect(() => {
    // A pointer that stays on the button is likely to turn the next page too.
    if (page > 1 && next.current?.matches(':hover, :focus')) goOn();
  }, [page]);
  return (
    <div className={styles.pager} data-part="pager">
      <span
        className={`numeric no-wrap ${styles.steady}`}
        data-widest={`${total}–${total} of ${total}`}
      >
        {`${formatCount(first)}–${formatCount(last)} of ${total}`}
      </span>
      {totals && <span className={`numeric ${styles.totals}`}>{totals}</span>}
      <span className={styles.pagerTurn} hidden={totalResults <= PAGE_SIZES[0]}>
        <span className={`row ${styles.rowsChoice}`}>
          <span id="rows-label">Rows</span>
          <span
            className={`${segmentStyles.segments} numeric`}
            role="group"
            aria-labelledby="rows-label"
          >
            {PAGE_SIZES.map((size) => (
              <button
                key={size}
                type="button"
                aria-pressed={size === limit}
                onClick={() => onLimit(size)}
              >
                {size}
              </button>
            ))}
          </span>
        </span>
        <nav className={`row ${styles.turn}`} aria-label="Pages">
          <IconButton label="Previous page" {...turn(page - 1)}>
            <IconChevronLeft size={18} aria-hidden />
          </IconButton>
          <span
            className={`numeric no-wrap ${styles.steady}`}
            aria-live="polite"
            data-widest={`Page ${pages} of ${pages}`}
          >
            {`Page ${formatCount(page)} of ${pages}`}
          </span>
          <IconButton label="Next page" ref={next} {...turn(page + 1)}>
            <IconChevronRight size={18} aria-hidden />
          </IconButton>
        </nav>
      </span>
    </div>
  );
}
