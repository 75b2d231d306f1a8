import { PAGE_SIZES } from '@pos/contract/values';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ListAnswer } from '#web/lib/list.ts';
import { formatCount } from '#web/lib/money.ts';
import { IconButton } from '../button.tsx';
import '../seg.css';

type PagerProps = { data: ListAnswer<unknown>['data']; totals: ReactNode; onPage: (page: number) => void; onLimit: (limit: number) => void };

/** `1–20 of 2,314 · Rows 10 20 50 · ‹ Page 1 of 116 ›`. */
export function Pager({ data, totals, onPage, onLimit }: PagerProps) {
  const { page, limit, totalPages, totalResults, totalCapped } = data;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, first + data.results.length - 1);
  return (
    <div className="pager">
      <span className="num nowrap">
        {formatCount(first)}–{formatCount(last)} of {formatCount(totalResults)}
        {totalCapped && '+'}
      </span>
      {totals && <span className="num totals">{totals}</span>}
      <span className="pager-turn">
      <span className="row rows-choice">
        <span id="rows-label">Rows</span>
        <span className="seg num" role="group" aria-labelledby="rows-label">
          {PAGE_SIZES.map((size) => (
            <button key={size} type="button" aria-pressed={size === limit} onClick={() => onLimit(size)}>
              {size}
            </button>
          ))}
        </span>
      </span>
      <nav className="row turn" aria-label="Pages">
        <IconButton label="Previous page" aria-disabled={page <= 1} onClick={() => page > 1 && onPage(page - 1)}>
          <IconChevronLeft size={18} aria-hidden />
        </IconButton>
        <span className="num nowrap" aria-live="polite">
          Page {formatCount(page)} of {formatCount(Math.max(totalPages, 1))}
        </span>
        <IconButton label="Next page" aria-disabled={page >= totalPages} onClick={() => page < totalPages && onPage(page + 1)}>
          <IconChevronRight size={18} aria-hidden />
        </IconButton>
      </nav>
      </span>
    </div>
  );
}
