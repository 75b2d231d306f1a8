// Created once: constructing one costs as much as rendering a row.
const THOUSANDS = new Intl.NumberFormat('en-US');

/** Integer cents as shown to people: `$1,234.50`, `−$5.00` with the minus sign U+2212. */
export function formatCents(cents: number): string {
  const amount = Math.abs(cents);
  const dollars = THOUSANDS.format(Math.trunc(amount / 100));
  return `${cents < 0 ? '−' : ''}$${dollars}.${String(amount % 100).padStart(2, '0')}`;
}

/** A whole number with thousands separators: `2,314`, `−12`. */
export function formatCount(count: number): string {
  return `${count < 0 ? '−' : ''}${THOUSANDS.format(Math.abs(count))}`;
}

/** A number and its noun: `1 device`, `2,314 devices`. */
export function pluralize(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
