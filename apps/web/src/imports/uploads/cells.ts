import type { RowMessage } from '@pos/contract/imports/uploads';

/** Key of a cell by Excel's row number and our column. */
export function cellKey({ row, column }: { row: number; column: string }): string {
  return `${row} ${column}`;
}

/** True for a message about a cell of these columns; others are about the file. */
export function isOfCell({ row, column }: RowMessage, columns: readonly string[]): boolean {
  return row > 0 && columns.includes(column);
}
