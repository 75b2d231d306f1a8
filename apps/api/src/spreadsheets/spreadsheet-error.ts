import type { ErrorCode } from '@pos/contract/errors';
import { formatCount } from '@pos/contract/values/counts';

/**
 * Reasons to refuse a whole file, with the answer's code. Problems of one row or cell do not refuse
 * the file: see `cells/parsed.ts`.
 */
export const SPREADSHEET_REFUSALS = {
  /** Above 5,242,880 bytes (specification, "Upload limit"). */
  FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  /** Small as a file, but too large when unpacked. */
  UNPACKS_TOO_LARGE: 'FILE_TOO_LARGE',
  NOT_XLSX: 'UNSUPPORTED_FILE',
  /** An .xls workbook or a password-protected one. Both are OLE files. */
  LEGACY_OR_LOCKED: 'UNSUPPORTED_FILE',
  MACROS: 'UNSUPPORTED_FILE',
  EMPTY_FILE: 'VALIDATION_FAILED',
  DAMAGED: 'VALIDATION_FAILED',
  /** Any encoding of a part but UTF-8 and UTF-16. */
  OTHER_ENCODING: 'VALIDATION_FAILED',
  DOCUMENT_TYPE: 'VALIDATION_FAILED',
  NO_VISIBLE_SHEET: 'VALIDATION_FAILED',
  TOO_MANY_ROWS: 'VALIDATION_FAILED',
  TOO_MANY_COLUMNS: 'VALIDATION_FAILED',
  TOO_SLOW: 'VALIDATION_FAILED',
  TOO_MUCH_MEMORY: 'VALIDATION_FAILED',
  EMPTY_SHEET: 'VALIDATION_FAILED',
  NO_ROWS: 'VALIDATION_FAILED',
  MISSING_COLUMNS: 'VALIDATION_FAILED',
} as const satisfies Record<string, ErrorCode>;
export type SpreadsheetErrorCode = keyof typeof SPREADSHEET_REFUSALS;

const SENTENCES: Record<
  Exclude<SpreadsheetErrorCode, 'TOO_MANY_ROWS' | 'TOO_MANY_COLUMNS' | 'MISSING_COLUMNS'>,
  string
> = {
  FILE_TOO_LARGE: 'File exceed the maximum size of 5 MB.',
  UNPACKS_TOO_LARGE:
    'The workbook is too large when unpacked. Remove pictures and unused sheets, or split it.',
  NOT_XLSX: 'Only Xlsx file is allowed.',
  LEGACY_OR_LOCKED:
    'Only Xlsx file is allowed. This is an .xls workbook or a password-protected one. Save it as .xlsx without a password.',
  MACROS:
    'Only Xlsx file is allowed. This workbook contains macros. Save it as .xlsx without them.',
  EMPTY_FILE: 'The file is empty.',
  DAMAGED: 'The file is damaged or incomplete. Save it again, then upload it again.',
  OTHER_ENCODING:
    'The workbook uses a character encoding that spreadsheet programs do not write. Open it in Excel and save it, then upload it again.',
  DOCUMENT_TYPE:
    'The file contains a document type definition, which is not allowed. Save it again with a spreadsheet program.',
  NO_VISIBLE_SHEET: 'The workbook has no visible sheet.',
  TOO_SLOW: 'The workbook takes too long to read. Split it into several files.',
  TOO_MUCH_MEMORY: 'The workbook needs too much memory to read. Split it into several files.',
  EMPTY_SHEET: 'The first visible sheet is empty.',
  NO_ROWS: 'The file has a header but no rows below it.',
};

/** A header of a file with missing columns, the column it was matched to, and a value below it. */
export interface HeaderSeen {
  text: string;
  column: string | null;
  sample: string;
}

/**
 * Thrown for a file that is refused before any row is checked. `sentence` is for people; `detail`
 * is for the log.
 */
export class SpreadsheetError extends Error {
  readonly code: SpreadsheetErrorCode;
  readonly sentence: string;
  readonly detail: string | undefined;
  /** If columns are missing: the probable header row. */
  readonly headers: readonly HeaderSeen[];

  constructor(
    code: SpreadsheetErrorCode,
    sentence: string,
    { detail, headers = [] }: { detail?: string | undefined; headers?: readonly HeaderSeen[] } = {},
  ) {
    super(sentence);
    this.name = 'SpreadsheetError';
    this.code = code;
    this.sentence = sentence;
    this.detail = detail;
    this.headers = headers;
  }

  /** API error code, which also determines the HTTP status. */
  get refusal(): (typeof SPREADSHEET_REFUSALS)[SpreadsheetErrorCode] {
    return SPREADSHEET_REFUSALS[this.code];
  }
}

/** Creates the error with its fixed sentence. */
export function fileRefused(code: keyof typeof SENTENCES, detail?: string): SpreadsheetError {
  return new SpreadsheetError(code, SENTENCES[code], { detail });
}

/** Refuses more data rows than one upload may have (domain 10.1). */
export function tooManyRows(maxRows: number): SpreadsheetError {
  return new SpreadsheetError(
    'TOO_MANY_ROWS',
    `The sheet has more than ${formatCount(maxRows)} rows. Split it into several files.`,
  );
}

/** Refuses a value beyond the last column that is read (domain 10.1). */
export function tooManyColumns(maxColumns: number): SpreadsheetError {
  return new SpreadsheetError(
    'TOO_MANY_COLUMNS',
    `The sheet has more than ${maxColumns} columns. Remove the ones that are not needed.`,
  );
}
