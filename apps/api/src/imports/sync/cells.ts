import { z } from 'zod';
import { text } from '@pos/contract/values';

/**
 * Cells of the source's CSV files. A column missing from a file is undefined, which keeps the
 * stored value.
 */

/** Text of at most `max` characters. May be blank. */
export const optionalText = (max: number) =>
  text(0, max, `Use at most ${max} characters.`).optional();

const YES = ['y', 'yes', 'true', '1'];
const NO = ['n', 'no', 'false', '0'];

/** Y or N. `blank` is the value of a blank cell. */
export const yesNo = (blank: boolean) =>
  z
    .string()
    .toLowerCase()
    .refine((value) => value === '' || YES.includes(value) || NO.includes(value), 'Enter Y or N.')
    .transform((value) => (value === '' ? blank : YES.includes(value)))
    .optional();

/** Whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string(message)
    .regex(/^-?\d{1,12}$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));

/** Whole number from `min` to `max`; null if blank. */
export const wholeNumberOrBlank = (min: number, max: number, message: string) =>
  z
    .union([z.literal('').transform(() => null), wholeNumber(min, max, message)], message)
    .optional();
