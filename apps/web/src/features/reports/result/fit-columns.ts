import type { Figures, FilledTable, PlacedColumn } from '@pos/contract/reports/tables';
import { valueAt } from '@pos/contract/reports/tables';
import type { Width } from './column-widths.ts';

/** Column with the width that it needs. */
export type MeasuredColumn = PlacedColumn & { width: Width };
/** Columns that are shown with their widths in px, and those that are left out. */
export type Fit = {
  shown: readonly (PlacedColumn & { px: number })[];
  hidden: readonly PlacedColumn[];
};

/** Further padding of the first and of the last column in px. */
const EDGE = 16;

/** Separates the columns that have a figure from those that are 0 or empty in every row. */
export function withoutEmpty({ columns, groups, totals }: FilledTable): {
  used: PlacedColumn[];
  empty: PlacedColumn[];
} {
  const rows: Figures[] = groups.flatMap((group) => [...group.rows]);
  if (totals) rows.push(totals);
  const isUsed = ({ path, column }: PlacedColumn, index: number): boolean =>
    index === 0 ||
    column.strong === true ||
    rows.some((row) => {
      const value = valueAt(row, path);
      return Array.isArray(value) ? value.length > 0 : Boolean(value);
    });
  return {
    used: columns.filter(isUsed),
    empty: columns.filter((column, index) => !isUsed(column, index)),
  };
}

/**
 * Fits columns into a width: those of the highest rank leave first, of the same rank the last one.
 * Room to spare goes to the columns that wrap, then to all.
 */
export function fitColumns(columns: readonly MeasuredColumn[], available: number): Fit {
  const shown = [...columns];
  const sum = (kind: keyof Width) => shown.reduce((all, { width }) => all + width[kind], 0);
  const room = available - 2 * EDGE;
  while (sum('least') > room) {
    const leaving = nextToLeave(shown);
    if (leaving < 0) break;
    shown.splice(leaving, 1);
  }
  return {
    shown: spread(shown, room),
    hidden: columns.filter((column) => !shown.includes(column)),
  };
}

/** Place of the column that leaves next; -1 if all have to stay. */
function nextToLeave(columns: readonly MeasuredColumn[]): number {
  const ranks = columns.map(({ column }) => column.rank ?? 0);
  const highest = Math.max(...ranks);
  return highest === 0 ? -1 : ranks.lastIndexOf(highest);
}

/** Width of a table with these columns in px. */
export function tableWidth({ shown }: Fit): number {
  return shown.reduce((all, { px }) => all + px, 0);
}

function spread(columns: readonly MeasuredColumn[], room: number): Fit['shown'] {
  const least = columns.reduce((all, { width }) => all + width.least, 0);
  const wanted = columns.reduce((all, { width }) => all + width.best - width.least, 0);
  const spare = Math.max(0, room - least);
  const grown = wanted === 0 ? 0 : Math.min(1, spare / wanted);
  const rest = Math.max(0, spare - wanted) / Math.max(1, columns.length);
  const last = columns.length - 1;
  return columns.map((column, index) => {
    const { least: from, best } = column.width;
    const edges = (index === 0 ? EDGE : 0) + (index === last ? EDGE : 0);
    return { ...column, px: Math.floor(from + (best - from) * grown + rest) + edges };
  });
}

/** Columns of a phone's cards: those without a rank. */
export function phoneColumns(columns: readonly PlacedColumn[]): Fit {
  const stays = ({ column }: PlacedColumn) => column.rank === undefined;
  return {
    shown: columns.filter(stays).map((column) => ({ ...column, px: 0 })),
    hidden: columns.filter((column) => !stays(column)),
  };
}
