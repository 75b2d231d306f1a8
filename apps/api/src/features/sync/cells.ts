import { z } from 'zod';
import { text } from '@pos/contract/values';

/** Cells of the source's CSV files. A column that a file does not have stays undefined: what is stored is kept. */

/** Text of at most `max` characters, blank allowed. */
export const optionalText = (max: number) =>
  text(0, max, `Use at most ${max} characters.`).optional();

const YES = ['y', 'yes', 'true', '1'];
const NO = ['n', 'no', 'false', '0'];

/** Y or N; blank is `blank`. */
export const yesNo = (blank: boolean) =>
  z
    .string()
    .toLowerCase()
    .refine((value) => value === '' || YES.includes(value) || NO.includes(value), 'Enter Y or N.')
    .transform((value) => (value === '' ? blank : YES.includes(value)))
    .optional();

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string(message)
    .regex(/^-?\d{1,12}$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));

/** The same, or blank for null. */
export const wholeNumberOrBlank = (min: number, max: number, message: string) =>
  z
    .union([z.literal('').transform(() => null), wholeNumber(min, max, message)], message)
    .optional();
