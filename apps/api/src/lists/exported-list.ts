import type { ListColumn, ListColumnKind, ListColumns } from '@pos/contract/column';
import { wallClock } from '@pos/contract/values/clock';
import type { ColumnKind, WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';

/** Column of an exported list, with the function that reads its value from a row. */
export type ExportedColumn<Row> = WrittenColumn & { value: (row: Row) => WrittenValue };

/** Exported columns of a list. `name` is the name of the sheet and of the file. */
export type ExportedList<Row> = { name: string; columns: readonly ExportedColumn<Row>[] };

/** Value of the row's field of the same name, by kind. Other fields need a function. */
type FieldValue<Kind> = Kind extends 'integer' | 'money' | 'percent'
  ? number | null
  : Kind extends 'yesNo'
    ? boolean
    : string | null;

type Exported<Columns extends ListColumns> = {
  [Key in keyof Columns as Columns[Key] extends { only: 'screen' } ? never : Key]: Columns[Key];
};
type IsField<Row, Key, Kind> = Key extends keyof Row
  ? Row[Key] extends FieldValue<Kind>
    ? Kind extends 'datetime'
      ? Row extends { timeZone: string }
        ? true
        : false
      : true
    : false
  : false;

/** Functions of the columns whose value is not a field of the row; others may have one too. */
type Values<Row, Columns extends ListColumns> = {
  [
    Key in keyof Exported<Columns> as IsField<Row, Key, Columns[Key]['kind']> extends true
      ? never
      : Key
  ]: (row: Row) => WrittenValue;
} & { [Key in keyof Exported<Columns>]?: (row: Row) => WrittenValue };

/**
 * Builds the export of a list from its columns in the contract. `values` has a function for each
 * column that is not a field of the row.
 */
export function exportedList<Row, Columns extends ListColumns>(
  name: string,
  columns: Columns,
  values: Values<Row, Columns>,
): ExportedList<Row> {
  return {
    name,
    columns: Object.entries<ListColumn>(columns)
      .filter(([, { only }]) => only !== 'screen')
      .map(([key, { label, kind, width }]) => ({
        header: kind === 'utc' ? `${label} (UTC)` : label,
        kind: WRITTEN_KINDS[kind],
        ...(width !== undefined && { width }),
        value:
          (values as Record<string, ((row: Row) => WrittenValue) | undefined>)[key] ??
          ((row) => getValue(kind, row as Readonly<Record<string, unknown>>, key)),
      })),
  };
}

const WRITTEN_KINDS: Record<ListColumnKind, ColumnKind> = {
  text: 'text',
  integer: 'integer',
  money: 'money',
  percent: 'percent',
  date: 'date',
  datetime: 'datetime',
  utc: 'datetime',
  isbn: 'isbn',
  yesNo: 'text',
  words: 'text',
};

function getValue(
  kind: ListColumnKind,
  row: Readonly<Record<string, unknown>>,
  key: string,
): WrittenValue {
  const value = row[key] as string | number | boolean | null;
  if (kind === 'yesNo') return value ? 'Y' : 'N';
  if (typeof value === 'string') {
    if (kind === 'words') return value.replaceAll('_', ' ');
    if (kind === 'datetime') return wallClock(value, row['timeZone'] as string);
    if (kind === 'utc') return wallClock(value, 'UTC');
  }
  return value as string | number | null;
}
