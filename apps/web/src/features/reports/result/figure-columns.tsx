import { Amount, Count } from '#web/ui/amount.tsx';
import type { FigureColumn } from './figure-table.tsx';

/** A column of amounts that add up. An amount that there is not yet (null) stays blank: it is not 0. */
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

/** A column of words, blank where there are none. */
export function textColumn<Row, Totals>(
  header: string,
  definition: string,
  valueOf: (row: Row) => string | null,
): FigureColumn<Row, Totals> {
  return { header, definition, cell: valueOf };
}

/** A column of counts that add up; a count that does not apply (null) is a dash. */
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
