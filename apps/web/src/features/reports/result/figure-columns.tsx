import { Amount, Count } from '#web/ui/amount.tsx';
import type { FigureColumn } from './figure-table.tsx';

/** Column of amounts with a total. A missing amount (null) stays blank: it is not 0. */
export function moneyColumn<Figures>(
  header: string,
  definition: string,
  valueOf: (figures: Figures) => number | null,
  strong = false,
): FigureColumn<Figures, Figures> {
  const shown = (figures: Figures) => {
    const cents = valueOf(figures);
    return cents === null ? null : <Amount cents={cents} strong={strong} />;
  };
  return { header, definition, align: 'right', cell: shown, total: shown };
}

/** Column of text, blank if there is none. */
export function textColumn<Row, Totals>(
  header: string,
  definition: string,
  valueOf: (row: Row) => string | null,
): FigureColumn<Row, Totals> {
  return { header, definition, cell: valueOf };
}

/** Column of counts with a total; a count that does not apply (null) is a dash. */
export function countColumn<Figures>(
  header: string,
  definition: string,
  valueOf: (figures: Figures) => number | null,
  strong = false,
): FigureColumn<Figures, Figures> {
  const shown = (figures: Figures) => {
    const count = valueOf(figures);
    return count === null ? <span className="t3">–</span> : <Count count={count} strong={strong} />;
  };
  return { header, definition, align: 'right', cell: shown, total: shown };
}
