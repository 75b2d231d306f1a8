/**
 * Returns the number of a check that comes `later` places after the first one, with the same leading
 * zeros. Returns an empty text if the first is not a number.
 */
export function checkNumberAfter(first: string, later: number): string {
  if (!/^\d+$/.test(first)) return '';
  return String(BigInt(first) + BigInt(later)).padStart(first.length, '0');
}
