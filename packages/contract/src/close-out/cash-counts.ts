import { z } from 'zod';
import { DrawerDay } from '../sales/drawers/drawers.ts';
import { CashLines } from '../reports/sales-summary/cash-lines.ts';
import { MAX_COUNT } from '../limits.ts';
import { centsSchema, Day, Id, Instant, text, whenObject } from '../values.ts';

/** Money and float that two people count on a day of a fair (domain 9.4). Amounts are in cents. */

const cents = z.int();

/** Number of checks that were counted. */
export const CheckCount = z
  .int('Enter a whole number of checks.')
  .min(0, 'The number of checks cannot be below zero.')
  .max(MAX_COUNT, 'Enter at most 100,000.');

/** Fields of the money that two people counted on one day, in cents. */
export const countedMoney = {
  cashCents: cents,
  checkCents: cents,
  checks: z.int(),
  countedBy: z.string(),
  secondPerson: z.string(),
  note: z.string(),
};

const countedCents = (money: string) =>
  centsSchema(`Enter the ${money} counted, 0 if there is none.`);
const person = (message: string) => text(2, 60, message);
const TWO_PEOPLE = {
  countedBy: person('Name who counted, with 2 to 60 characters.'),
  secondPerson: person('Name the second person who counted, with 2 to 60 characters.'),
};
/** Runs beside the other rules, so a name may still be of any type. */
function hasTwoPeople({ countedBy, secondPerson }: Record<keyof typeof TWO_PEOPLE, unknown>) {
  return (
    typeof countedBy !== 'string' ||
    typeof secondPerson !== 'string' ||
    countedBy.trim().toLowerCase() !== secondPerson.trim().toLowerCase()
  );
}
const ANOTHER_PERSON = {
  path: ['secondPerson'],
  message: 'The second person must be someone else.',
  when: whenObject,
};

/**
 * Money counted by two people on one day of a fair. A day may be counted again: the last count
 * stands, the earlier ones are kept.
 */
export const NewCashCount = z
  .strictObject({
    fairId: z.uuid('Choose a fair.'),
    businessDay: Day,
    cashCents: countedCents('cash'),
    checkCents: countedCents('checks'),
    checks: CheckCount,
    ...TWO_PEOPLE,
    note: text(0, 255, 'Use at most 255 characters.').nullish(),
  })
  .refine(hasTwoPeople, ANOTHER_PERSON);
export type NewCashCount = z.output<typeof NewCashCount>;

/** One count as it was entered. */
export const CashCount = z.strictObject({
  id: Id,
  ...countedMoney,
  enteredBy: z.string(),
  at: Instant,
});
export type CashCount = z.infer<typeof CashCount>;

/**
 * Float of a day: change that two people counted into the drawers before selling, or out of them
 * afterwards. With it, the drawers hold expected cash + float in − float out.
 */
export const NewFloatCount = z
  .strictObject({
    fairId: z.uuid('Choose a fair.'),
    businessDay: Day,
    direction: z.enum(['in', 'out'], 'Choose in or out.'),
    amountCents: countedCents('float'),
    ...TWO_PEOPLE,
    note: text(0, 255, 'Use at most 255 characters.').nullish(),
  })
  .refine(hasTwoPeople, ANOTHER_PERSON);
export type NewFloatCount = z.output<typeof NewFloatCount>;

/** Latest float count of a day and direction. */
export const FloatCount = z.strictObject({
  amountCents: cents,
  countedBy: z.string(),
  secondPerson: z.string(),
  note: z.string(),
  enteredBy: z.string(),
  at: Instant,
});
export type FloatCount = z.infer<typeof FloatCount>;

/**
 * One day of a fair: expected money in the drawers, the count that stands, and earlier ones, newest
 * first. Variance = counted − expected − float in + float out.
 */
export const CashCountDay = z.strictObject({
  businessDay: Day,
  weekday: z.string(),
  expectedCashCents: cents,
  cashVarianceCents: cents.nullable(),
  expectedCheckCents: cents,
  checkVarianceCents: cents.nullable(),
  expectedCheckCount: z.int(),
  checkCountVariance: z.int().nullable(),
  /** Null if no float was counted. */
  floatIn: FloatCount.nullable(),
  floatOut: FloatCount.nullable(),
  cashLines: CashLines,
  count: CashCount.nullable(),
  earlier: z.array(CashCount),
  /** Drawers of registers: what they put in, took out and counted themselves. */
  drawers: z.array(DrawerDay),
});
export type CashCountDay = z.infer<typeof CashCountDay>;

/**
 * All days of a fair, including those without sales. The variances of the totals are sums over the
 * days that were counted.
 */
export const CashCounts = z.strictObject({
  fairId: Id,
  days: z.array(CashCountDay),
  totals: z.strictObject({
    expectedCashCents: cents,
    expectedCheckCents: cents,
    daysCounted: z.int(),
    cashCents: cents.nullable(),
    checkCents: cents.nullable(),
    checks: z.int().nullable(),
    cashVarianceCents: cents.nullable(),
    checkVarianceCents: cents.nullable(),
    expectedCheckCount: z.int(),
    checkCountVariance: z.int().nullable(),
  }),
});
export type CashCounts = z.infer<typeof CashCounts>;
