/**
 * Text without NUL characters and lone surrogates. PostgreSQL accepts neither, so both are refused
 * with an error on the field.
 */

export const NOT_TEXT = 'Remove the characters that are not valid text.';

/** True if the text has no NUL and no lone surrogate. */
export function isPlainText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Finds the paths of all invalid texts in `value`, including field names. */
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
