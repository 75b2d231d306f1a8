/**
 * An invariant as a query that must return no rows. `I…` are those of trust.md; `K…` prove that a
 * stored figure equals its recount.
 */
export type Invariant = { code: `${'I' | 'K'}${number}`; promise: string; query: string };

/** Statuses of an order that counts in reports. */
export const REPORTED = `('completed', 'partially_refunded', 'refunded')`;
