import { NewSchool, type SchoolContact } from '@pos/contract/schools';
import { SCHOOL_COLUMNS } from '@pos/contract/school-columns';
import type { RecordStatus } from '@pos/contract/values';
import { invalid } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { givenFields, rowReader, type CellReader, type ReadRow } from '../row-reader.ts';

/** A row with the fields and the status that it gives; blank cells give none. */
export type SchoolRow = ReadRow<keyof typeof SCHOOL_COLUMNS> & {
  fields: Partial<NewSchool>;
  status: RecordStatus | null | undefined;
};

/** Reads one row. Each value passes the rule of the form. */
export const readSchoolRow = rowReader(
  SCHOOL_COLUMNS,
  (row, { status, ...fields }): SchoolRow => ({ ...row, fields: givenFields(fields), status }),
  { form: NewSchool.shape, readers: { zip: readZip, contacts: readContacts } },
);

/** Suggests the zeros that a ZIP code lost where it was a number. */
function readZip(...[cell, { name }]: Parameters<CellReader>): ReturnType<CellReader> {
  const written = cellText(cell);
  const { error } = NewSchool.shape.zip.safeParse(written);
  return error && /^\d{3,4}$/.test(written)
    ? invalid('INVALID_ZIP', error.issues[0]?.message ?? '', written.padStart(5, '0'))
    : (unreadable(cell, name) ?? { value: written });
}

/** Reads people. The sentence of a broken rule names the person. */
function readContacts(...[cell, { name }]: Parameters<CellReader>): ReturnType<CellReader> {
  const problem = unreadable(cell, name);
  if (problem) return problem;
  const value = splitContacts(cellText(cell));
  const { path = [], message = '' } =
    NewSchool.shape.contacts.safeParse(value).error?.issues[0] ?? {};
  return typeof path[0] === 'number'
    ? invalid('INVALID_VALUE', `Contact ${path[0] + 1}: ${message}`)
    : { value };
}

/** At least seven digits, with the usual signs between them. */
const PHONE = /^(?=(?:\D*\d){7})[+\d\s().x-]+$/i;

/**
 * Splits people of a cell, with semicolons or line breaks between them. Of each, the first part is
 * the name; the others are told apart by their form and otherwise are the role.
 */
function splitContacts(text: string): SchoolContact[] {
  return text
    .split(/[;\n]/)
    .map((person) => person.split(',').map((part) => part.trim()))
    .filter((parts) => parts.some((part) => part !== ''))
    .map(([name = '', ...parts]) => {
      const email = parts.find((part) => part.includes('@')) ?? '';
      const phone = parts.find((part) => PHONE.test(part)) ?? '';
      const role = parts.filter((part) => part !== '' && part !== email && part !== phone);
      return { name, role: role.join(', '), email, phone };
    });
}
