import type { Endpoint } from '@pos/contract/endpoint';
import type { FieldErrors } from '@pos/contract/errors';
import { NOT_TEXT, notPlainText } from '@pos/contract/plain-text';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalid } from './failure.ts';
import type { Fault } from './json-body.ts';

/** Maximum number of fields listed in a refusal. */
const MAX_FIELDS = 200;
const MAX_NAME = 200;

/** First error of each field. A Map, because callers choose the names of unknown fields. */
class Errors extends Map<string, string> {
  note(path: readonly PropertyKey[], message: string, root = 'body'): void {
    const name = path.map(String).join('.').slice(0, MAX_NAME) || root;
    if (!this.has(name) && this.size < MAX_FIELDS) this.set(name, message);
  }

  noteIssues(error: z.ZodError, root = 'body'): void {
    for (const { code, path, message, ...issue } of error.issues) {
      if (code !== 'unrecognized_keys') this.note(path, message, root);
      else
        for (const key of (issue as { keys: string[] }).keys)
          this.note([...path, key], 'Unknown field.');
    }
  }

  /** Creates own properties, so that `__proto__` is a name like any other. */
  asFields(): FieldErrors {
    return Object.fromEntries(this);
  }
}

/** Faults within one item of a batch, keyed by the item. */
const faultsOfItems = new WeakMap<object, Fault[]>();

/**
 * Reads params, query and body of a call through the contract's schemas. Throws VALIDATION_FAILED
 * with every invalid field at once; data that a schema refuses never reaches the handler. Faults of
 * batch items (`Endpoint.judges`) are left to `readItem`.
 */
export function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
  faults: readonly Fault[] = [],
): { params: unknown; query: unknown; body: unknown } {
  const errors = new Errors();
  if (endpoint.body) noteFaults(endpoint, body, faults, errors);
  const query = readQuery(request);
  for (const name of query.unreadable) errors.note([name], NOT_TEXT);
  for (const path of [...notPlainText(request.params), ...notPlainText(query.values)]) {
    errors.note(path, NOT_TEXT);
  }
  const parse = (schema: z.ZodType | undefined, value: unknown, root: string): unknown => {
    const result = schema?.safeParse(value);
    if (result?.error) errors.noteIssues(result.error, root);
    return result?.data;
  };
  const input = {
    params: parse(endpoint.params, request.params, 'params'),
    query: parse(endpoint.query, query.values, 'query'),
    body: parse(endpoint.body, body, 'body'),
  };
  if (!endpoint.query) {
    for (const name of Object.keys(query.values))
      errors.note([name], 'This call does not take a query.');
  }
  if (errors.size > 0) throw invalid(errors.asFields());
  return input;
}

/**
 * Reads one item of a batch through its schema, with the faults of its JSON. `errors` has every
 * invalid field by its path within the item; `body` is for errors of the whole item.
 */
export function readItem<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): { data: z.output<Schema> } | { errors: FieldErrors } {
  const errors = new Errors();
  const faults = typeof raw === 'object' && raw !== null ? faultsOfItems.get(raw) : undefined;
  for (const { path, message } of faults ?? []) errors.note(path, message);
  // A value nested too deeply would exhaust the stack of code that walks it.
  if (faults?.some(({ path }) => path.length === 0)) return { errors: errors.asFields() };
  const result = schema.safeParse(raw);
  if (result.error) errors.noteIssues(result.error);
  return errors.size === 0 && result.success
    ? { data: result.data }
    : { errors: errors.asFields() };
}

function noteFaults(
  { judges = [] }: Endpoint,
  body: unknown,
  faults: readonly Fault[],
  errors: Errors,
): void {
  for (const fault of faults) {
    const [array, index, ...path] = fault.path;
    if (typeof index !== 'number' || !judges.includes(String(array))) {
      errors.note(fault.path, fault.message);
      continue;
    }
    const items: unknown = (body as Record<string, unknown>)[String(array)];
    const item: unknown = Array.isArray(items) ? items[index] : undefined;
    // Its schema refuses an item that is not an object.
    if (typeof item !== 'object' || item === null) continue;
    const known = faultsOfItems.get(item);
    if (known) known.push({ ...fault, path });
    else faultsOfItems.set(item, [{ ...fault, path }]);
  }
}

/** Returns the query, and the names of values whose escapes are not UTF-8. */
function readQuery({ query, raw }: FastifyRequest): { values: object; unreadable: string[] } {
  const values = { ...(query as object) };
  const [, search = ''] = (raw.url ?? '').split(/\?(.*)/s);
  const unreadable = search.includes('%')
    ? search.split('&').filter((pair) => !isDecodable(pair))
    : [];
  return { values, unreadable: unreadable.map((pair) => pair.split('=')[0] ?? '') };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
