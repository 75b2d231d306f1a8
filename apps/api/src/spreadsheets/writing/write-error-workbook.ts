import type { Writable } from 'node:stream';
import type { Sheet } from '#api/spreadsheets/sheet.ts';

/**
 * Writes the sheet again, every value on its old row, with an "Error" column after the last one (or in the "Error"
 * column that it has from the time before): ready to be corrected and uploaded again (domain 10.1).
 * `headerRow` is the header's Excel row number; `errors` are sentences by Excel row number.
 */
export declare function writeErrorWorkbook(out: Writable, sheet: Sheet, headerRow: number, errors: ReadonlyMap<number, readonly string[]>): Promise<void>;
