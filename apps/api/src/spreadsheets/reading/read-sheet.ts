import type { ReadLimits, Sheet } from '#api/spreadsheets/sheet.ts';

/**
 * Reads the first visible sheet of an .xlsx file in a worker thread with a memory cap and a time limit.
 * Throws `SpreadsheetError` for a file that is refused; `bytes` stay the caller's.
 */
export declare function readSheet(bytes: Uint8Array, limits?: Partial<ReadLimits>): Promise<Sheet>;
