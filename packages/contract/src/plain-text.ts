/**
 * Text that can be stored and sent on: neither NUL nor half of a surrogate pair. PostgreSQL takes
 * neither, so both are refused on their field wherever text comes in.
 */

export const NOT_TEXT = 'Remove the characters that are not valid text.';

/** True when the text holds no NUL and no half of a surrogate pair. */
export function isPlainText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Paths of all texts within `value` that are not plain, names of fields included. */
export function notPlainText(
  value: unknown,
  path: (string | number)[] = [],
): (string | number)[][] {
  if (typeof value === 'string') return isPlainText(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = [...path, Array.isArray(value) ? Number(name) : name];
    return isPlainText(name) ? notPlainText(inner, place) : [place];
  });
}
