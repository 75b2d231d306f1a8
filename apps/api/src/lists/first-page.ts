import { sql } from 'kysely';
import { named } from '#api/db/compiled-once.ts';

/** The statement of a first page: parameters and constants for the values of its filters. */

/** A filter: its name, and its value or values. */
type Given = [name: string, value: unknown];

/** Splits the filters that have values into constants of the statement and parameters. */
export function splitFilters(
  filters: readonly Given[],
  constantNames: readonly string[] = [],
): { constant: Given[]; variable: Given[] } {
  const given = filters.filter(([, value]) => value !== undefined);
  return {
    constant: given.filter(([name]) => constantNames.includes(name)),
    variable: given.filter(([name]) => !constantNames.includes(name)),
  };
}

/** Makes each of several values its own parameter, because row estimates depend on their number. */
export function toParameters([name, value]: Given): Given[] {
  return Array.isArray(value) ? Object.entries(named(name, value)) : [[name, value]];
}

/** Returns the filter with the placeholders of its parameters as values. */
export function toPlaceholders([name, value]: Given, placeholders: Record<string, unknown>): Given {
  return [
    name,
    Array.isArray(value)
      ? Object.keys(named(name, value)).map((each) => placeholders[each])
      : placeholders[name],
  ];
}

/** Returns the filter with constants of the statement as values. */
export function toLiterals([name, value]: Given): Given {
  return [name, Array.isArray(value) ? value.map((each) => sql.lit(each)) : sql.lit(value)];
}
