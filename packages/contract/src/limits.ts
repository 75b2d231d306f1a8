/**
 * Largest amounts and counts that any call accepts (decision 0030). Sums of stored rows stay far
 * below 2^53, the largest integer that a JSON number holds exactly.
 */

/**
 * Max cents of one order, line, payment, top-up or count: $1,000,000. A line of 999 units at the
 * highest unit price stays below it.
 */
export const MAX_AMOUNT_CENTS = 100_000_000;
/** Max unit price of a title in cents (domain 3.7). */
export const MAX_PRICE_CENTS = 99_999;
/** Max units of one order line, and its max line number (domain 3.11). */
export const MAX_LINE_UNITS = 999;
/** Max checks in one count, and orders of one register on one day. */
export const MAX_COUNT = 100_000;
/** Max cents that a register reports for one day: all its orders together. */
export const MAX_DAY_CENTS = 100_000_000_000;
/** Max units of a title in one adjustment, count or cell of a file. */
export const MAX_UNITS = 9_999_999;
/** Max value of a PostgreSQL integer: versions, quantities on hand. */
export const MAX_INTEGER = 2_147_483_647;
