import { plainText } from '@pos/contract/values/search-text';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFromPlanner, named } from '#api/db/compiled-once.ts';
import { containing } from './search-text.ts';

/** The statement of a first page: parameters and constants for the values of its filters. */

/** A filter: its name, and its value or values. */
type Given = [name: string, value: unknown];

/** Filters that have values, as constants of the statement and as parameters. */
type SplitFilters = { constant: Given[]; variable: Given[] };

/** Splits the filters that have values. */
export function splitFilters(
  filters: readonly Given[],
  constantNames: readonly string[] = [],
): SplitFilters {
  const given = filters.filter(([, value]) => value !== undefined && value !== '');
  return {
    constant: given.filter(([name]) => constantNames.includes(name)),
    variable: given.filter(([name]) => !constantNames.includes(name)),
  };
}

/** A search text, and the LIKE pattern that finds it anywhere, as values of a statement. */
export type Searched = { text: RawBuilder<string>; pattern: RawBuilder<string> };

/**
 * Returns the parameters of a filter. Each of several values is its own, because row estimates depend
 * on their number. Those of a search are its text and LIKE pattern.
 */
export function toParameters([name, value]: Given): Given[] {
  if (name === 'search')
    return [
      [name, plainText(value as string)],
      ['pattern', containing(value as string)],
    ];
  return Array.isArray(value) ? Object.entries(named(name, value)) : [[name, value]];
}

/** Returns the filters with constants and with the placeholders of their parameters as values. */
export function toStatementFilters(
  { constant, variable }: SplitFilters,
  placeholders: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries([
    ...constant.map(toLiterals),
    ...variable.map((filter) => toPlaceholders(filter, placeholders)),
  ]);
}

function toPlaceholders([name, value]: Given, placeholders: Record<string, unknown>): Given {
  if (name === 'search')
    return [name, { text: placeholders[name], pattern: placeholders['pattern'] }];
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

/** Returns the values of a search. In the statement of a first page they are placeholders already. */
export function toSearched(search: string | { text: string; pattern: string }): Searched {
  const { text, pattern } =
    typeof search === 'string' ? { text: plainText(search), pattern: containing(search) } : search;
  return { text: hiddenFromPlanner(text), pattern: hiddenFromPlanner(pattern) };
}
