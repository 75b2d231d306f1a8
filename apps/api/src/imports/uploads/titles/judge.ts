import { plainCode } from '@pos/contract/stock/article-numbers';
import { CATEGORIES } from '@pos/contract/stock/inventory';
import { TITLE_COLUMNS } from '@pos/contract/stock/title-columns';
import {
  TitleFields,
  NewTitle,
  almostIsbnMessage,
  type Title,
  type TitleChanges,
} from '@pos/contract/stock/titles';
import { CODE_FIELDS, lockedFields } from '#api/stock/titles/titles.rules.ts';
import { priceLeftOut, ALMOST_ISBN } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import { invalid } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { type ReadRow, columnFor, refuse, refuseBlanks, refuseFields } from '../row-messages.ts';
import { givenFields, rowReader, type CellReader } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';

/** A row with the fields that it gives; blank cells give none. */
export type TitleRow = ReadRow<keyof typeof TITLE_COLUMNS> & { fields: Partial<NewTitle> };

/**
 * Reads a code by the rule of the form. Warns of the price that a scanner added to an ISBN, and
 * suggests the zero that a number lost.
 */
export const readCode: CellReader = (cell, { name, field }) => {
  const problem = unreadable(cell, name);
  if (problem) return problem;
  const code = plainCode(cellText(cell));
  const rule = TitleFields.shape[field as 'sku' | 'isbn13' | 'upc'];
  const { data, error } = rule.safeParse(cellText(cell));
  if (!error) {
    const hadPrice = field !== 'upc' && /^97[89]\d{15}$/.test(code);
    return { value: data, ...(hadPrice && { warning: priceLeftOut(String(data)) }) };
  }
  const lostZero = field !== 'sku' && rule.safeParse(`0${code}`).success;
  return invalid(
    'INVALID_VALUE',
    error.issues[0]?.message ?? '',
    lostZero ? `0${code}` : undefined,
  );
};

/** Reads one row. Each value passes the rule of the form. */
export const readTitleRow = rowReader(
  TITLE_COLUMNS,
  (row, fields): TitleRow => ({ ...row, fields: givenFields(fields) }),
  {
    form: TitleFields.shape,
    readers: {
      code: readCode,
      isbn: readCode,
      category: (cell) => {
        const written = cellText(cell).toLowerCase();
        return { value: CATEGORIES.find((each) => each.toLowerCase() === written) ?? written };
      },
    },
  },
);

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
      refuse(row, columnFor(TITLE_COLUMNS, field), 'DUPLICATE', `Duplicate of row ${earlier}.`);
    else firstRows.set(owner?.id ?? code, row.number);
    if (owner && owner !== title)
      refuse(
        row,
        columnFor(TITLE_COLUMNS, field),
        'OTHER_TITLE',
        `This is the code of "${owner.title}".`,
      );
  }
  if (codes.length === 0 && !row.errors.some(({ column }) => isCode(column)))
    refuse(row, 'SKU', 'REQUIRED', 'Enter a SKU, an ISBN or a UPC.');
  return title ? judgeChange(row, title) : judgeNew(row);
}

function judgeNew(row: TitleRow): JudgedTitle {
  refuseBlanks(row, TITLE_COLUMNS, 'title');
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
  refuseFields(row, TITLE_COLUMNS, 'LOCKED', lockedFields(before, changes));
  if (row.errors.length > 0) return { ...row, outcome: 'reject' };
  return Object.keys(changes).length === 0
    ? { ...row, outcome: 'unchanged' }
    : { ...row, outcome: 'update', changed: { before, changes } };
}

function isCode(column: string): boolean {
  return CODE_FIELDS.some((field) => columnFor(TITLE_COLUMNS, field) === column);
}
