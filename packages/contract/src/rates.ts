/**
 * Percent and parts per million. The fair form and file use percent (8.25), everything else ppm (82,500).
 */

/**
 * Parts per million of a percentage between 0 and 100, rounded half up to 4 decimals of a percent (domain 3.5).
 * Works on the decimal digits, so that 8.12345 is not pulled down by binary fractions.
 */
export function ppmOfPercent(percent: number): number {
  const [whole = '0', fraction = ''] = percent.toFixed(12).split('.');
  const digits = fraction.padEnd(5, '0');
  return Number(whole) * 10_000 + Number(digits.slice(0, 4)) + (Number(digits[4]) >= 5 ? 1 : 0);
}

/** The percentage of a rate in parts per million: 82,500 is 8.25. */
export function percentOfPpm(ppm: number): number {
  return ppm / 10_000;
}

/** A rate as people read it: `8.25%`. */
export function formatPpm(ppm: number): string {
  return `${percentOfPpm(ppm)}%`;
}
