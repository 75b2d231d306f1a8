/** Digits of a typed or pasted phone number, at most ten; drops a leading country code 1. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return (digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10);
}

/**
 * Formats digits while they are typed: `269` is `(269`, `2698572139` is `(269) 857-2139`. Always
 * ends in a digit, so that Backspace works.
 */
export function phoneAsTyped(digits: string): string {
  if (digits.length === 0) return '';
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return `(${area}${exchange && `) ${exchange}`}${line && `-${line}`}`;
}

/** A stored phone in the specification's format: `+1 (269) 857-2139`. */
export function phoneText(countryCode: string, phone: string): string {
  return `${countryCode} ${phoneAsTyped(phone)}`;
}
