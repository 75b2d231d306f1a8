import {
  type Figures,
  type FilledTable,
  type PlacedColumn,
  valueAt,
} from '@pos/contract/reports/tables';
import { fitColumns } from '#web/ui/table/columns/fit-columns.ts';
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

/** Fits the columns of a report into a width; `isAll` keeps those that do not fit. */
export function fitFigures(
  columns: readonly MeasuredColumn[],
  available: number,
  isAll = false,
): Fit {
  const px = fitColumns(
    columns.map(({ path, column, width: { least, best } }) => ({
      id: findId(path),
      least,
      natural: best,
      room: least,
      rank: isAll ? undefined : column.rank,
      grows: true,
    })),
    available - 2 * EDGE,
  );
  const shown = columns.filter(({ path }) => px.has(findId(path)));
  return {
    shown: shown.map((column, index) => {
      const edges = (index === 0 ? EDGE : 0) + (index === shown.length - 1 ? EDGE : 0);
      return { ...column, px: Math.floor(px.get(findId(column.path)) ?? 0) + edges };
    }),
    hidden: columns.filter((column) => !shown.includes(column)),
  };
}

/** Columns of a phone's cards: those without a rank. */
export function phoneColumns(columns: readonly PlacedColumn[]): Fit {
  const stays = ({ column }: PlacedColumn) => column.rank === undefined;
  return {
    shown: columns.filter(stays).map((column) => ({ ...column, px: 0 })),
    hidden: columns.filter((column) => !stays(column)),
  };
}

/** Width of a table with these columns in px. */
export function tableWidth({ shown }: Fit): number {
  return shown.reduce((all, { px }) => all + px, 0);
}

function findId(path: readonly string[]): string {
  return path.join('.');
}
