/** Constants of a statement: quoted texts, and numbers that are no part of a name or parameter. */
const CONSTANTS = /'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?\b/g;
/** Longest text of a statement in a span. */
const MAX_LENGTH = 2_000;
/** Statements whose text is kept: the product has some hundreds. */
const MAX_KEPT = 2_000;

const kept = new Map<string, string>();

/**
 * Returns the text of a statement without any constant. Parameters are sent apart from it, as $1
 * and so on.
 */
export function statementText(statement: string): string {
  let text = kept.get(statement);
  if (text === undefined) {
    text = statement.trimStart().replace(CONSTANTS, '?').slice(0, MAX_LENGTH);
    if (kept.size < MAX_KEPT) kept.set(statement, text);
  }
  return text;
}
