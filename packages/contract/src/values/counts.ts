// Created once: constructing one costs as much as rendering a row.
const THOUSANDS = new Intl.NumberFormat('en-US');

/** Formats a whole number for screens: `2,314`, `−12` with the minus sign U+2212. */
export function formatCount(count: number): string {
  return plainCount(count).replace('-', '−');
}

/** Formats a whole number for files, mail and messages: `2,314`, `-12` with a hyphen. */
export function plainCount(count: number | bigint): string {
  return THOUSANDS.format(count);
}

/** Formats a count with its noun for screens: `1 order`, `2,314 orders`, `−2 units`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Formats a count with its noun for files, mail and messages: `1 order`, `-2 units`. */
export function plainPlural(count: number, one: string, many = `${one}s`): string {
  return `${plainCount(count)} ${count === 1 ? one : many}`;
}
