import { z } from 'zod';

/**
 * Months after a student's last activity at which the names are erased; 0 keeps them until somebody
 * erases them.
 */
export const RETENTION_MONTHS = [0, 6, 12, 18, 24, 36, 48, 60, 84, 120] as const;
export const RetentionMonths = z.literal(
  RETENTION_MONTHS,
  'Choose after how many months names are erased.',
);
export type RetentionMonths = z.infer<typeof RetentionMonths>;
/** Rules as they are shown. */
export const RETENTION_WORDS: Readonly<Record<RetentionMonths, string>> = {
  0: 'Never automatically',
  6: 'After 6 months',
  12: 'After 12 months',
  18: 'After 18 months',
  24: 'After 2 years',
  36: 'After 3 years',
  48: 'After 4 years',
  60: 'After 5 years',
  84: 'After 7 years',
  120: 'After 10 years',
};
