/**
 * Decimals of integers in their smallest unit: 123450 with 2 decimals is `1234.50`. Moves the point
 * in the digits, so that no binary fraction can change an amount.
 */

/** Formats with all decimals and the hyphen as minus: `-1234.50`, as spreadsheets and CSV read it. */
export function toDecimal(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point);
  return `${amount < 0 ? '-' : ''}${digits.slice(0, point)}${fraction && `.${fraction}`}`;
}

/** Formats for an input with the minus sign U+2212; `trim` drops trailing zeros: `1234.5`. */
export function formatScaled(amount: number, decimals: number, trim = false): string {
  const text = toDecimal(amount, decimals).replace('-', '−');
  return trim && text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/**
 * Parses a typed decimal into an integer of its smallest unit: with 2 decimals `1,234.5` is 123450,
 * with 0 decimals `12` is 12. Returns undefined for any other text, such as `5,99` and `5 99`, whose
 * separator may stand for a point.
 */
export function parseScaled(text: string, decimals: number): number | undefined {
  const [, sign = '', whole = '', fraction = ''] =
    /^([-−]?)(?:\$\s*)?(\d+|\d{1,3}(?:,\d{3})+|)(?:\.(\d*))?%?$/.exec(
      text.trim().replace(/^\$\s*(?=[-−])/, ''),
    ) ?? [];
  if ((whole === '' && fraction === '') || fraction.length > decimals) return undefined;
  const amount = Number(`${whole.replaceAll(',', '')}${fraction.padEnd(decimals, '0')}`);
  if (!Number.isSafeInteger(amount)) return undefined;
  return sign && amount !== 0 ? -amount : amount;
}

/**
 * Parses a typed number that is not an amount: `8.25` is 8.25. Returns undefined for any other
 * text.
 */
export function parseDecimal(text: string): number | undefined {
  const plain = text.trim().replace('−', '-').replace(/%$/, '');
  return /^-?(?:(?:\d+|\d{1,3}(?:,\d{3})+)\.?\d*|\.\d+)$/.test(plain)
    ? Number(plain.replaceAll(',', ''))
    : undefined;
}
