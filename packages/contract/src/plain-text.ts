/**
 * Text without NUL characters and lone surrogates. PostgreSQL accepts neither, so both are refused
 * with an error on the field.
 */

export const NOT_TEXT = 'Remove the characters that are not valid text.';

/** True if the text has no NUL and no lone surrogate. */
export function isPlainText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/**
 * Marks that show nothing, or turn the direction of what follows: soft hyphens, zero-width spaces, byte
 * order marks, and the embeddings and isolates that pasted names bring along. The joiners of scripts
 * and emoji are not among them.
 */
const UNSEEN_MARKS = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;

/** Removes marks that show nothing, so that a text is stored as it is seen. */
export function withoutUnseenMarks(value: string): string {
  return value.replaceAll(UNSEEN_MARKS, '');
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
