/**
 * Parses a typed decimal into an integer of its smallest unit, digit by digit, without binary
 * fractions: with 2 decimals `1,234.5` is 123450, with 0 decimals `12` is 12. Returns undefined for
 * any other text.
 */
export function parseScaled(text: string, decimals: number): number | undefined {
  const [, sign = '', whole = '', fraction = ''] =
    /^([-−]?)\$?(\d[\d,]*|)(?:\.(\d*))?%?$/.exec(text.trim().replace(/^\$/, '')) ?? [];
  if ((whole === '' && fraction === '') || fraction.length > decimals) return undefined;
  const amount = Number(`${whole.replaceAll(',', '')}${fraction.padEnd(decimals, '0')}`);
  if (!Number.isSafeInteger(amount)) return undefined;
  return sign && amount !== 0 ? -amount : amount;
}

/** The inverse: 123450 with 2 decimals is `1234.50`; `trim` drops trailing zeros: `1234.5`. */
export function formatScaled(amount: number, decimals: number, trim = false): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const shown = trim ? fraction.replace(/0+$/, '') : fraction;
  return `${amount < 0 ? '−' : ''}${whole}${shown && `.${shown}`}`;
}

/**
 * Parses a typed decimal that is not an amount: `8.25` is 8.25. Returns undefined for any other
 * text.
 */
export function parseDecimal(text: string): number | undefined {
  const plain = text.trim().replaceAll(',', '').replace('−', '-').replace(/%$/, '');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}
