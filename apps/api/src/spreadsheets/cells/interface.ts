import type { Cell } from '#api/spreadsheets/sheet.ts';
import type { Parsed } from '#api/spreadsheets/cells/parsed.ts';

/* Every parser answers a blank cell with "<label> is required." (REQUIRED) and an error cell with CELL_ERROR:
   ask isBlank(cell) first where a column may be empty. Final places: cells/text.ts, amount.ts, quantity.ts, yes-no.ts, day.ts, rate.ts, isbn-or-sku.ts. */
export declare function isBlank(cell: Cell): boolean;
/** What a person sees in the cell, trimmed; '' when empty. For messages and for columns of text. */
export declare function cellText(cell: Cell): string;
export declare function parseText(cell: Cell, label: string, range?: { min?: number; max?: number }): Parsed<string>;
export declare function parseAmountCents(cell: Cell, label: string, range?: { minCents?: number; maxCents?: number }): Parsed<number>;
export declare function parseQuantity(cell: Cell, label: string, range?: { min?: number; max?: number }): Parsed<number>;
export declare function parseYesNo(cell: Cell, label: string): Parsed<boolean>;
export declare function parseDay(cell: Cell, label: string, options?: { date1904?: boolean }): Parsed<string>;
export declare function parseRatePpm(cell: Cell, label: string): Parsed<number>;
export interface IsbnOrSku { code: string; kind: 'isbn' | 'sku' }
export declare function parseIsbnOrSku(cell: Cell, label: string): Parsed<IsbnOrSku>;
