import type { PackageOption } from '@pos/contract/fairs/package-options';
import type { Category } from '@pos/contract/stock/inventory';
import type { SchoolContact } from '@pos/contract/fairs/schools';
import type { Season } from '@pos/contract/fairs/seasons';
import type { CellKind, UploadColumn, UploadColumns } from '@pos/contract/upload-column';
import type { RecordStatus } from '@pos/contract/values';
import { formatDay } from '@pos/contract/values/days';
import type { z } from 'zod';
import { amountText, parseAmountCents } from '#api/spreadsheets/cells/amount.ts';
import { parseDay } from '#api/spreadsheets/cells/day.ts';
import { parseIsbnOrSku, type IsbnOrSku } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { parseRatePpm } from '#api/spreadsheets/cells/rate.ts';
import { parseRecordStatus } from '#api/spreadsheets/cells/record-status.ts';
import { cellText, isBlank, parseText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { parseYesNo } from '#api/spreadsheets/cells/yes-no.ts';
import { EMPTY, type Cell } from '#api/spreadsheets/sheet.ts';
import type { Table, TableRow } from '#api/spreadsheets/table.ts';
import { messageAt, type ReadRow } from './row-messages.ts';
import { canonicalZone, isTimeZone } from '@pos/contract/values/clock';

/** Usual US names of time zones. */
const ZONES: Readonly<Record<string, string>> = {
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  eastern: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  ct: 'America/Chicago',
  central: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mt: 'America/Denver',
  mountain: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  akst: 'America/Anchorage',
  akdt: 'America/Anchorage',
  alaska: 'America/Anchorage',
  hst: 'Pacific/Honolulu',
  hawaii: 'Pacific/Honolulu',
};

/** Parses an IANA time zone, or the usual US name of one: "EST", "Central Time". */
function parseZone(cell: Cell, label: string): Parsed<string> {
  const text = parseText(cell, label, { max: 60 });
  if ('error' in text) return text;
  const known = ZONES[text.value.toLowerCase().replace(/ time$/, '')];
  if (known) return { value: known };
  return text.value.includes('/') && isTimeZone(text.value)
    ? { value: canonicalZone(text.value) }
    : invalid('UNKNOWN_TIME_ZONE', 'Unknown time zone.');
}

type Context = Pick<Table<string>, 'date1904'>;
type NamedColumn = UploadColumn & { name: string };
export type CellReader = (cell: Cell, column: NamedColumn, context: Context) => Parsed<unknown>;

const readFormText: CellReader = (cell, { name }) =>
  unreadable(cell, name) ?? { value: cellText(cell) };
const readText: CellReader = (cell, column) =>
  isBlank(cell) && column.min
    ? invalid('TOO_SHORT', `${column.name} must be at least ${column.min} characters.`)
    : parseText(cell, column.name, column);

/** Readers of the kinds of cells that several kinds of files have. */
const READERS: Partial<Record<CellKind, CellReader>> = {
  text: readText,
  item: (cell, { name }) => parseIsbnOrSku(cell, name),
  count: (cell, column) => parseQuantity(cell, column.name, column),
  amount: (cell, { name }) => parseAmountCents(cell, name),
  rate: (cell, { name }) => parseRatePpm(cell, name),
  yesNo: (cell, { name }) => parseYesNo(cell, name),
  day: (cell, { name }, context) => parseDay(cell, name, context),
  zone: (cell, { name }) => parseZone(cell, name),
  status: (cell, { name }) => parseRecordStatus(cell, name),
};

type CellValues = Record<
  'form' | 'text' | 'code' | 'isbn' | 'identifier' | 'zip' | 'day' | 'zone',
  string
> &
  Record<'count' | 'amount' | 'rate', number> & {
    item: IsbnOrSku;
    contacts: SchoolContact[];
    yesNo: boolean;
    season: Season;
    status: RecordStatus;
    package: PackageOption;
    category: Category;
  };

/** Values as they will be stored, for the preview, where the cell may differ. */
const SHOWN: { [Kind in CellKind]?: (value: CellValues[Kind]) => string } = {
  code: (code) => code ?? '',
  isbn: (isbn) => isbn ?? '',
  item: ({ code }) => code,
  amount: amountText,
  day: formatDay,
};

/** Values of a row by field. Undefined: the cell is invalid. Null: it is blank, which is allowed. */
export type RowFields<Columns extends UploadColumns> = {
  -readonly [Name in keyof Columns as Columns[Name]['field']]:
    | CellValues[Columns[Name] extends { cell: infer Kind extends CellKind } ? Kind : 'form']
    | (Columns[Name] extends { required: true }
        ? Columns[Name] extends { filled: string }
          ? null
          : never
        : null)
    | undefined;
};

/**
 * Returns the reader of a row of a kind of file. Each value passes the rule that `form` has for its
 * field; `finish` makes the row. `readers` are those of cells that only this kind has, or reads
 * differently.
 */
export function rowReader<Columns extends UploadColumns, Row>(
  columns: Columns,
  finish: (row: ReadRow<keyof Columns & string>, fields: RowFields<Columns>) => Row,
  {
    form = {},
    readers = {},
  }: {
    form?: Readonly<Record<string, z.ZodType>>;
    readers?: Partial<Record<CellKind, CellReader>>;
  } = {},
) {
  const read = { ...READERS, ...readers };
  const named: NamedColumn[] = Object.entries(columns).map(([name, column]) => ({
    name,
    ...column,
  }));
  const parse = (cell: Cell, column: NamedColumn, context: Context): Parsed<unknown> => {
    const parsed = (read[column.cell ?? 'form'] ?? readFormText)(cell, column, context);
    const rule = form[column.field];
    if ('error' in parsed || !rule) return parsed;
    const { data, error } = rule.safeParse(parsed.value);
    return error
      ? invalid('INVALID_VALUE', error.issues[0]?.message ?? '')
      : { ...parsed, value: data };
  };
  return ({ number, cells }: TableRow<string>, context: Context): Row => {
    const row: ReadRow<string> = { number, values: {}, errors: [], warnings: [] };
    const fields: Record<string, unknown> = {};
    for (const column of named) {
      const { name, field, required, filled, unread } = column;
      const cell = cells[name] ?? EMPTY;
      if (!isBlank(cell)) row.values[name] = cellText(cell);
      if (unread) continue;
      if (isBlank(cell) && (!required || filled)) {
        fields[field] = null;
        continue;
      }
      const parsed = parse(cell, column, context);
      if ('error' in parsed) {
        row.errors.push(messageAt(row, name, parsed.error));
        continue;
      }
      if (parsed.warning) row.warnings.push(messageAt(row, name, parsed.warning));
      const shown = SHOWN[column.cell ?? 'form'] as ((value: unknown) => string) | undefined;
      if (shown) row.values[name] = shown(parsed.value);
      fields[field] = parsed.value;
    }
    return finish(row, fields as RowFields<Columns>);
  };
}

/** Returns the fields that a row gives: blank cells give none. */
export function givenFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  );
}
