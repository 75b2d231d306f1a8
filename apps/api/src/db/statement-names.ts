import { createHash } from 'node:crypto';

/** Marks a statement, after its first word, to be planned once per connection whatever its values. */
export const MARK = '/* prepared */';
const MARKED = /^\s*\w+ \/\* prepared \*\//;

/** Maximum prepared statements per connection, each some ten kilobytes. */
const MAX_NAMES = 1_000;
/** Maximum texts remembered until they are used again. */
const MAX_SEEN = 10_000;
/** Maximum elements of an array for which the usual plan, for ten, is good. */
const MAX_KEYS = 100;

/** Names of the statements that a connection prepares, by text. */
const names = new Map<string, string>();
const seen = new Set<string>();

/**
 * Returns the name under which a connection prepares the statement and keeps its plan; undefined if
 * it is to be planned each time. A text is prepared when it is used again and its values are keys,
 * because then one plan is as good for all of them. A text, an amount or a state decides which index
 * is best. One that selects `*` is not kept: a migration that adds a column would break it.
 */
export function nameStatement(text: string, values: readonly unknown[] = []): string | undefined {
  const name = names.get(text);
  if (MARKED.test(text)) return name ?? addName(text);
  if (!values.every(isKey)) return undefined;
  if (name !== undefined) return name;
  if (seen.has(text)) return addName(text);
  if (/^\s*(select|with)\b/.test(text) && !/\*(?!\))/.test(text)) {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(text);
  }
  return undefined;
}

function addName(text: string): string | undefined {
  if (names.size >= MAX_NAMES) return undefined;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 24);
  const name = `kept_${digest}`;
  names.set(text, name);
  seen.delete(text);
  return name;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns true if the value tells nothing about how many rows it has: an ID, a day, JSON. */
function isKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= MAX_KEYS;
  if (typeof value === 'string') return ID.test(value) || DAY.test(value) || /^[[{]/.test(value);
  return value === null || value === undefined || value instanceof Uint8Array;
}
