import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { readItem } from './input.ts';

/** Maximum nesting of a body. Keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 20;
export const NO_CLOCK = 'The register has no valid clock.';
/** A clock that lost its battery shows 1970. An earlier time cannot be the time of a sale. */
export const isInstantOfSale = (at: string) => at >= '1970';

/**
 * An order or refund as received: parsed, in full for the archive, and its hash, which tells a
 * repeat from different content under the same number.
 */
export type Received<Body> = { body: Body; whole: Record<string, unknown>; hash: Buffer };
/** An item that is not a readable order or refund, with the invalid fields. */
export type NotReadable = { errors: Record<string, string> };

/** Parses one item, and computes the hash of what `hashed` returns of it. */
export function receiveItem<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  hashed: (whole: Record<string, unknown>, body: z.output<Schema>) => unknown,
): Received<z.output<Schema>> | NotReadable {
  const item = readItem(schema, raw);
  if ('errors' in item) return item;
  let whole: Record<string, unknown>;
  try {
    whole = canonical(raw, 0) as Record<string, unknown>;
  } catch {
    return { errors: { body: 'This is nested too deeply.' } };
  }
  const hash = createHash('sha256')
    .update(JSON.stringify(hashed(whole, item.data)))
    .digest();
  return { body: item.data, whole, hash };
}

/** Returns the same value with sorted keys, so that equal bodies have equal hashes. */
function canonical(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return value.map((item) => canonical(item, depth + 1));
  const object = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, canonical(object[key], depth + 1)]),
  );
}
