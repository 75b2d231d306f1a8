/**
 * Meaning of a cell's number format. `zeroPad` is the number of digits in a format such as
 * 000000000000.
 */
export interface NumberFormat {
  kind: 'general' | 'date' | 'percent';
  zeroPad: number;
}

export const GENERAL: NumberFormat = { kind: 'general', zeroPad: 0 };
const DATE: NumberFormat = { kind: 'date', zeroPad: 0 };
const PERCENT: NumberFormat = { kind: 'percent', zeroPad: 0 };

/** Returns the formats that have a number but no code in the file (ECMA-376 part 1, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return PERCENT;
  const isDate =
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58);
  return isDate ? DATE : GENERAL;
}

/**
 * Quoted text, an escaped character, a repeated or skipped one, or a color, condition or locale in
 * brackets.
 */
const LITERALS = /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/**
 * Parses a format code such as `[$-409]m/d/yyyy;@`, `0.00%` or `[Red]"$"#,##0.00`. Only the section
 * for positive numbers matters.
 */
export function parseFormat(code: string): NumberFormat {
  const positive = (code.replace(LITERALS, '').split(';')[0] ?? '').trim();
  if (/general/i.test(positive)) return GENERAL;
  if (/[ymdhs]/i.test(positive)) return DATE;
  if (positive.includes('%')) return PERCENT;
  return /^0{2,}$/.test(positive) ? { kind: 'general', zeroPad: positive.length } : GENERAL;
}
