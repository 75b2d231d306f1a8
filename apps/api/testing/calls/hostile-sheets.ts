import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import type { ReadLimits } from '#api/spreadsheets/sheet.ts';
import { SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';
import { workbookParts } from '../files/workbook.ts';
import { makeZip, type TestPart } from '../files/zip.ts';

export const MEGABYTE = 1_000_000;
export const ONE_CELL = '<row r="1"><c r="A1"><v>1</v></c></row>';

/** Returns `code sentence` of the refusal. Fails if the file is read. */
export async function refusal(
  bytes: Uint8Array,
  limits?: Partial<ReadLimits>,
): Promise<[string, string]> {
  const error = await readSheet(bytes, limits).then(
    (sheet) => new Error(`The file was read: ${sheet.rows.length} rows.`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SpreadsheetError)) throw error;
  return [error.refusal, error.sentence];
}

/** Yields `megabytes` of the same text in chunks. */
export function* repeated(
  start: string,
  text: string,
  megabytes: number,
  end: string,
): Generator<Buffer> {
  const piece = Buffer.from(text.repeat(Math.ceil(MEGABYTE / text.length)));
  yield Buffer.from(start);
  for (let count = 0; count < megabytes; count++) yield piece;
  yield Buffer.from(end);
}

export const SHEET = 'xl/worksheets/sheet1.xml';
export const SHEET_START =
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
export const SHEET_END = '</sheetData></worksheet>';

/** Builds a workbook with one part replaced. */
export function withPart(
  name: string,
  content: TestPart['content'],
  lies: Partial<TestPart> = {},
  workbook = {},
): Promise<Buffer> {
  return makeZip([
    ...workbookParts({ rows: ONE_CELL, ...workbook }).filter((part) => part.name !== name),
    { name, content, ...lies },
  ]);
}

/** A refusal of what the file contains. */
export const invalid = (sentence: string): [string, string] => ['VALIDATION_FAILED', sentence];
export const NOT_XLSX: [string, string] = ['UNSUPPORTED_FILE', 'Only Xlsx file is allowed.'];
export const LOCKED: [string, string] = [
  'UNSUPPORTED_FILE',
  'Only Xlsx file is allowed. This is an .xls workbook or a password-protected one. Save it as .xlsx without a password.',
];
export const TOO_LARGE_INSIDE: [string, string] = [
  'FILE_TOO_LARGE',
  'The workbook is too large when unpacked. Remove pictures and unused sheets, or split it.',
];
export const DAMAGED = invalid(
  'The file is damaged or incomplete. Save it again, then upload it again.',
);
export const DOCUMENT_TYPE = invalid(
  'The file contains a document type definition, which is not allowed. Save it again with a spreadsheet program.',
);
