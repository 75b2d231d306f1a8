// Created once: constructing one costs as much as rendering a row.
const THOUSANDS = new Intl.NumberFormat('en-US');

/** Formats a whole number for people: `2,314`, `−12` with the minus sign U+2212 (domain 8.1). */
export function formatCount(count: number | bigint): string {
  // `-0` is 0: the sign of a figure that is taken off must not show where nothing is.
  return THOUSANDS.format(count === 0 ? 0 : count).replace('-', '−');
}

/** Formats a change: `+3`, `−2`, `0`. */
export function formatChange(count: number): string {
  return `${count > 0 ? '+' : ''}${formatCount(count)}`;
}

/** Formats a count with its noun: `1 order`, `2,314 orders`, `−1 unit`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${Math.abs(count) === 1 ? one : many}`;
}
