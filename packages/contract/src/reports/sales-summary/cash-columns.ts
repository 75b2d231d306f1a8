import { CASH_LINES } from './cash-lines.ts';
import { money, nested, nullable, perName } from '../columns.ts';

/** Lines that add up to the expected cash; null if the report is limited to a method. */
export const cashLines = (meaning: string) =>
  nullable(
    nested(
      perName(CASH_LINES, ({ label, sign }) =>
        money(label, meaning, { zero: 'in files', part: true, ...(sign === -1 && { sign }) }),
      ),
    ),
  );

/** Float of the drawers; counted cash is without it in every report. Null in older close-outs. */
export const float = {
  floatInCents: nullable(
    money('Float counted in', 'Change counted into the drawers; in no other figure.', {
      zero: 'in files',
      part: true,
    }),
  ),
  floatOutCents: nullable(
    money('Float counted out', 'Change counted out of the drawers; in no other figure.', {
      zero: 'in files',
      part: true,
    }),
  ),
};
