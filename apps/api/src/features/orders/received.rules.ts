import { createHash } from 'node:crypto';
import { SoldOrder, SoldRefund } from '@pos/contract/register';
import type { z } from 'zod';
import { readItem } from '#api/http/input.ts';

/** Bodies deeper than this are no orders; the limit keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 20;
/** A clock that lost its battery says 1970; what is earlier is no instant of a sale. */
const EARLIEST = '1970-01-01';

/** An order or refund as it came: parsed, whole for the archive, and its hash, which tells a repeat from another body under the same number. */
export type Received<Body> = { body: Body; whole: Record<string, unknown>; hash: Buffer };
/** What is no order or refund at all, with the fields that make it none. */
export type NotReadable = { errors: Record<string, string> };

/** Reads one order of a batch. `mode` is no part of its hash: an order that was tried online may be handed in as offline. */
export function readOrder(raw: unknown): Received<SoldOrder> | NotReadable {
  const received = read(SoldOrder, raw, (whole, { clientOrderId }) => ({ ...whole, clientOrderId: clientOrderId.toLowerCase(), mode: undefined }));
  if ('errors' in received) return received;
  const { body } = received;
  if (body.soldAt < EARLIEST) return { errors: { soldAt: 'The register has no valid clock.' } };
  return { ...received, body: { ...body, clientOrderId: body.clientOrderId.toLowerCase(), studentNumber: body.studentNumber?.trim() || null, customerName: body.customerName?.trim() || null } };
}

/** Reads one refund of a batch. */
export function readRefund(raw: unknown): Received<SoldRefund> | NotReadable {
  const received = read(SoldRefund, raw, (whole, { clientRefundId }) => ({ ...whole, clientRefundId: clientRefundId.toLowerCase() }));
  if ('errors' in received) return received;
  if (received.body.refundedAt < EARLIEST) return { errors: { refundedAt: 'The register has no valid clock.' } };
  return { ...received, body: { ...received.body, clientRefundId: received.body.clientRefundId.toLowerCase(), clientOrderId: received.body.clientOrderId.toLowerCase() } };
}

function read<Schema extends z.ZodType>(schema: Schema, raw: unknown, hashed: (whole: Record<string, unknown>, body: z.output<Schema>) => unknown): Received<z.output<Schema>> | NotReadable {
  const read = readItem(schema, raw);
  if ('errors' in read) return read;
  let whole: Record<string, unknown>;
  try {
    whole = canonical(raw, 0) as Record<string, unknown>;
  } catch {
    return { errors: { body: 'This is nested too deeply.' } };
  }
  const hash = createHash('sha256').update(JSON.stringify(hashed(whole, read.data))).digest();
  return { body: read.data, whole, hash };
}

/** The same value with its keys in order, so that equal bodies have equal hashes. */
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

/** The id under which a result is given back, also of a body that is no order. */
export function idOf(raw: unknown, name: 'clientOrderId' | 'clientRefundId'): string {
  const id = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;
  return typeof id === 'string' ? id.slice(0, 100) : '';
}
