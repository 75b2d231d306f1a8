import { z } from 'zod';
import { MAX_UNITS } from '../../limits.ts';
import { Id, optional, text, whenObject } from '../../values.ts';
import { Category } from '../inventory.ts';

/** Longest code that is scanned or typed. */
export const MAX_CODE_LENGTH = 100;

/** A title as a counting screen shows it: nothing about its stock. */
export const CountTitle = z.strictObject({
  titleId: Id,
  sku: z.string(),
  isbn13: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  category: Category,
  pictureId: Id.nullable(),
  isActive: z.boolean(),
});
export type CountTitle = z.infer<typeof CountTitle>;

/** A scan that was counted, with the units of its title counted so far in this round. */
export const CountedScan = z.strictObject({
  scanId: Id,
  qty: z.int(),
  countedQty: z.int(),
  title: CountTitle,
});
export type CountedScan = z.infer<typeof CountedScan>;

/** ID of a scan, made by its client. */
export const ScanId = z.uuid('Send an ID of the scan.');
const QTY = 'Enter a whole number from 1 to 9,999,999.';
const TOTAL = 'Enter a whole number from 0 to 9,999,999.';
/**
 * One scan, made by the client under an ID of its own. Names a title by `titleId` or by `code`
 * (SKU, ISBN or UPC, also with the price behind an ISBN). Adds `qty` units, one unless given;
 * `total` instead says how many there are of the title altogether.
 */
export const NewCountScan = z
  .strictObject({
    scanId: ScanId,
    code: optional(text(1, MAX_CODE_LENGTH, 'Scan or type a code.')),
    titleId: optional(Id),
    qty: optional(z.int(QTY).min(1, QTY).max(MAX_UNITS, QTY)),
    total: optional(z.int(TOTAL).min(0, TOTAL).max(MAX_UNITS, TOTAL)),
  })
  .refine(({ code, titleId }) => code !== undefined || titleId !== undefined, {
    path: ['code'],
    message: 'Scan or type a code.',
    when: whenObject,
  });
export type NewCountScan = z.infer<typeof NewCountScan>;

/**
 * Answer to a scan. Counted only if `result` is `counted`. `choose`: several titles have the code.
 * `unknown`: no title has it. `outside`: the title does not belong to this count (or this round).
 * `text` says so in words.
 */
export const CountScanAnswer = z.strictObject({
  result: z.enum(['counted', 'choose', 'unknown', 'outside']),
  scan: CountedScan.nullable(),
  choices: z.array(CountTitle),
  text: z.string(),
});
export type CountScanAnswer = z.infer<typeof CountScanAnswer>;
