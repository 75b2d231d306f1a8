import { almostIsbnMessage, NewTitle, type Title, type TitleChanges } from '@pos/contract/titles';
import { TITLE_COLUMNS, type TitleColumn } from '@pos/contract/title-columns';
import { ALMOST_ISBN } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { CODE_FIELDS, lockedFields } from '#api/features/titles/titles.rules.ts';
import { refuse } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';
import { TITLE_FIELDS, type TitleRow } from './rows.ts';

/** Known titles of a file by each of their codes, in lowercase. */
export type TitleState = { titles: ReadonlyMap<string, Title> };

export type JudgedTitle = TitleRow & {
  outcome: Outcome;
  /** Title that the row adds. */
  added?: NewTitle;
  /** Title that the row changes, and the fields that differ. */
  changed?: { before: Title; changes: Omit<TitleChanges, 'version'> };
};

/** Judges one row against the known titles and earlier rows, and remembers its codes. */
export function judgeTitleRow(
  row: TitleRow,
  { titles }: TitleState,
  firstRows: Map<string, number>,
): JudgedTitle {
  const codes = CODE_FIELDS.flatMap((field) => {
    const code = row.fields[field]?.toLowerCase();
    return code ? [{ field, code }] : [];
  });
  const known = new Set(codes.flatMap(({ code }) => titles.get(code) ?? []));
  const [title] = known;
  for (const { field, code } of codes) {
    const owner = titles.get(code);
    const earlier = firstRows.get(owner?.id ?? code);
    if (earlier !== undefined && earlier !== row.number)
      refuse(row, columnOf(field), 'DUPLICATE', `Duplicate of row ${earlier}.`);
    else firstRows.set(owner?.id ?? code, row.number);
    if (owner && owner !== title)
      refuse(row, columnOf(field), 'OTHER_TITLE', `This is the code of "${owner.title}".`);
  }
  if (codes.length === 0 && !row.errors.some(({ column }) => isCode(column)))
    refuse(row, 'SKU', 'REQUIRED', 'Enter a SKU, an ISBN or a UPC.');
  return title ? judgeChange(row, title) : judgeNew(row);
}

function judgeNew(row: TitleRow): JudgedTitle {
  for (const column of ['Title', 'Price'] as const)
    if (row.values[column] === undefined)
      refuse(row, column, 'REQUIRED', `${column} is required for a new title.`);
  const almost = almostIsbnMessage(row.fields.sku ?? '');
  if (almost) refuse(row, 'SKU', ALMOST_ISBN, almost);
  const added = NewTitle.safeParse({ category: 'Other', ...row.fields }).data;
  return row.errors.length > 0 || !added
    ? { ...row, outcome: 'reject' }
    : { ...row, outcome: 'create', added };
}

/** Blank cells keep what the title has, and so does the spelling of its SKU. */
function judgeChange(row: TitleRow, before: Title): JudgedTitle {
  const changes = Object.fromEntries(
    Object.entries(row.fields).filter(
      ([name, value]) =>
        value !== before[name as keyof Title] &&
        !(name === 'sku' && String(value).toLowerCase() === before.sku.toLowerCase()),
    ),
  ) as Omit<TitleChanges, 'version'>;
  for (const [field, message] of Object.entries(lockedFields(before, changes)))
    refuse(row, columnOf(field), 'LOCKED', message);
  if (row.errors.length > 0) return { ...row, outcome: 'reject' };
  return Object.keys(changes).length === 0
    ? { ...row, outcome: 'unchanged' }
    : { ...row, outcome: 'update', changed: { before, changes } };
}

function columnOf(field: string): TitleColumn {
  return TITLE_COLUMNS.find((column) => TITLE_FIELDS[column] === field) ?? 'SKU';
}

function isCode(column: string): boolean {
  return CODE_FIELDS.some((field) => columnOf(field) === column);
}
