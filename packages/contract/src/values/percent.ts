/**
 * Rates and shares. A rate is stored as integer parts per million (82,500 is 8.25%); the fair form
 * and files use percent (8.25).
 */

/**
 * Converts a percentage from 0 to 100 to parts per million, rounded half up to 4 decimals of a
 * percent (domain 3.5). Uses the decimal digits, so that 8.12345 is not rounded down by its binary
 * fraction.
 */
export function ppmOfPercent(percent: number): number {
  const [whole = '0', fraction = ''] = percent.toFixed(12).split('.');
  const digits = fraction.padEnd(5, '0');
  return Number(whole) * 10_000 + Number(digits.slice(0, 4)) + (Number(digits[4]) >= 5 ? 1 : 0);
}

/** Highest rate that a fraction typed by mistake may mean, in percent; no US sales tax is higher. */
const MAX_MEANT_PERCENT = 20;

/**
 * Returns the percentage that is probably meant by a fraction (0.0825 is 8.25), and the warning for
 * forms and files. Undefined for 0 and from 0.2 on (domain 3.5).
 */
export function doubtFraction(written: number): { meant: number; message: string } | undefined {
  const meant = Number((written * 100).toPrecision(10));
  if (written <= 0 || meant >= MAX_MEANT_PERCENT) return undefined;
  return { meant, message: `Taken as ${written}%. For ${meant}%, write ${meant}.` };
}

/** Converts parts per million to a percentage: 82,500 is 8.25. */
export function percentOfPpm(ppm: number): number {
  return ppm / 10_000;
}

/** Formats a rate with as many decimals as it has: `8.25%`, `−3%`. */
export function formatPpm(ppm: number): string {
  return `${percentOfPpm(ppm)}%`.replace('-', '−');
}

/**
 * Formats a rate with three decimals, so that the decimal points of a column align: `8.250%`. The
 * rare rate with a fourth keeps it.
 */
export function formatAlignedPpm(ppm: number): string {
  return `${percentOfPpm(ppm).toFixed(ppm % 10 === 0 ? 3 : 4)}%`;
}

/** Returns the share of a part in percent, with two decimals; null if there is no base. */
export function toPercent(part: number, whole: number): number | null {
  return whole <= 0 ? null : Math.round((part * 10_000) / whole) / 100;
}

/**
 * Formats a share in whole percent: `46%`, and `<1%` for a small part that is not zero. Without a
 * whole it is `–`.
 */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const percent = (part * 100) / whole;
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`.replace('-', '−');
}

/** Formats a percentage with one decimal: `12.5%`, `−3.0%`; null is `–`. */
export function formatPercent(percent: number | null): string {
  return percent === null ? '–' : `${percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(1)}%`;
}
