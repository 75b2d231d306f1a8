import { z } from 'zod';

/** The query part of an address as data: `?a=1&b=2&b=3` is `{ a: '1', b: ['2', '3'] }`. */
export type SearchParams = Record<string, string | string[]>;

/** Reads `?a=1&b=2`; a repeated key becomes an array. */
export function parseSearch(search: string): SearchParams {
  const params = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(search)) {
    const known = params.get(key);
    params.set(
      key,
      known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value],
    );
  }
  return Object.fromEntries(params);
}

/** Writes `?a=1&b=2&b=3`, keys in the order given; empty values are left out. */
export function stringifySearch(params: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') search.append(key, String(item));
  }
  return search.size > 0 ? `?${search}` : '';
}

type OptionalKeys<Shape> = {
  [Key in keyof Shape]-?: undefined extends Shape[Key] ? Key : never;
}[keyof Shape];

/** A query as read from an address: required keys may be missing, defaults are filled in. */
export type QueryState<Schema extends z.ZodObject> = Pick<
  z.output<Schema>,
  OptionalKeys<z.input<Schema>> & keyof z.output<Schema>
> &
  Partial<z.output<Schema>>;

/**
 * Reads a list's state from the address through the contract's query schema, key by key. Unknown
 * keys are dropped and refused values get their default, so that a mistyped link shows the list,
 * never an error.
 */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  params: Record<string, unknown>,
): QueryState<Schema> {
  const read: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const given = z.safeParse(field, params[key]);
    const value = given.success ? given : z.safeParse(field, undefined);
    if (value.success && value.data !== undefined) read[key] = value.data;
  }
  return read as QueryState<Schema>;
}

/**
 * Writes a list's state as query parameters; values that equal the schema's defaults are left out.
 */
export function writeQuery(
  schema: z.ZodObject,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const defaults: Record<string, unknown> = readQuery(schema, {});
  const isEmpty = (value: unknown): boolean =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(query).filter(
      ([key, value]) =>
        Object.hasOwn(schema.shape, key) && !isEmpty(value) && value !== defaults[key],
    ),
  );
}
