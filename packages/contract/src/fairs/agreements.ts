import { z } from 'zod';

/** Share of eligible net sales that a school earns, in ppm. */
export const ProfitShare = z
  .int('Enter a percentage.')
  .min(0, 'Enter a percentage from 0 to 100.')
  .max(1_000_000, 'Enter a percentage from 0 to 100.');

/** Maximum number of sales bands of an agreement. */
export const MAX_BANDS = 8;
const MAX_BAND_CENTS = 100_000_000;

/**
 * One sales band of a school's agreement: a fair whose eligible net reaches `fromCents` earns these
 * shares of all of it, in ppm (domain 8.7).
 */
export const ProfitBand = z.strictObject({
  fromCents: z
    .int('Enter an amount.')
    .min(0, 'The amount cannot be below zero.')
    .max(MAX_BAND_CENTS, 'Enter at most $1,000,000.'),
  profitCashPpm: ProfitShare,
  profitAveDollarPpm: ProfitShare,
});
export type ProfitBand = z.infer<typeof ProfitBand>;

/** Agreement with a school: bands from $0.00 upward. Without bands, the company's shares apply. */
export const ProfitBands = z
  .array(ProfitBand)
  .max(MAX_BANDS, `Add at most ${MAX_BANDS} bands.`)
  .superRefine((bands, context) => {
    for (const [index, { fromCents }] of bands.entries()) {
      const before = bands[index - 1];
      const message = before
        ? fromCents <= before.fromCents && 'Enter more than in the band before.'
        : fromCents !== 0 && 'The first band starts at $0.00.';
      if (message) context.addIssue({ code: 'custom', path: [index, 'fromCents'], message });
    }
  });
export type ProfitBands = z.infer<typeof ProfitBands>;

/** Returns the band that an eligible net in cents falls into; undefined without an agreement. */
export function bandFor(bands: ProfitBands, eligibleNetCents: number): ProfitBand | undefined {
  return bands.findLast(({ fromCents }) => fromCents <= Math.max(0, eligibleNetCents));
}
