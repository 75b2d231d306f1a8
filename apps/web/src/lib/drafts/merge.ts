/** A field that two people changed to different values. */
export type Clash<Value> = { name: keyof Value & string; yours: unknown; theirs: unknown };

/**
 * Merges two changed copies of the same base, field by field: a change made in only one copy is
 * taken from it. A field changed differently in both is a clash; `merged` then holds yours.
 */
export function mergeChanges<Value extends object>(
  base: Value,
  yours: Value,
  theirs: Value,
): { merged: Value; clashes: Clash<Value>[] } {
  const merged = { ...yours };
  const clashes: Clash<Value>[] = [];
  for (const name of Object.keys(yours) as (keyof Value & string)[]) {
    if (isSame(yours[name], base[name])) merged[name] = theirs[name];
    else if (!isSame(theirs[name], base[name]) && !isSame(theirs[name], yours[name]))
      clashes.push({ name, yours: yours[name], theirs: theirs[name] });
  }
  return { merged, clashes };
}

/** Compares values; lists are compared as sets of IDs. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
  return (one ?? '') === (other ?? '');
}
