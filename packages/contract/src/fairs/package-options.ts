import { z } from 'zod';

/** Stock packages by number. The order of the labels is assumed (specification 3). */
export const PACKAGE_OPTIONS = {
  1: '25P400',
  2: '25P500',
  3: '25P700',
  4: '25P1000',
  5: '25P1400',
  6: '25P1600',
  7: '25C400',
  8: '25C500',
  9: '25C700',
  10: '25C1000',
  11: '25C1400',
  12: '25C1600',
} as const;
export type PackageOption = keyof typeof PACKAGE_OPTIONS;
export const PackageOption = z.literal(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  'Please select a package.',
);
export const QueryPackageOption = z.union([
  PackageOption,
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(PackageOption),
]);

/** Nominal number of units in a package's label (assumed); used only for a warning (domain 2). */
export function nominalUnits(option: PackageOption): number {
  return Number(/\d+$/.exec(PACKAGE_OPTIONS[option])?.[0]);
}
