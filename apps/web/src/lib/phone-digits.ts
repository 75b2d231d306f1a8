/** What was typed or pasted as its ten digits at most; a leading country code 1 goes. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return (digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10);
}

/** Digits as far as they are typed: `269` is `(269`, `2698572139` is `(269) 857-2139`. Ends in a digit, so that deleting works. */
export function phoneAsTyped(digits: string): string {
  if (digits.length === 0) return '';
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return `(${area}${exchange && `) ${exchange}`}${line && `-${line}`}`;
}

/** A stored phone as the specification shows it: `+1 (269) 857-2139`. */
export function phoneText(countryCode: string, phone: string): string {
  return `${countryCode} ${phoneAsTyped(phone)}`;
}
