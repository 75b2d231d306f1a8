import { createHash } from 'node:crypto';
import { SoldRefund } from '@pos/contract/register-refunds';
import { SoldOrder, UnlimitedSoldOrder } from '@pos/contract/register-orders';
import type { z } from 'zod';
import { readItem } from '#api/http/input.ts';

/** Maximum nesting of a body. Keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 20;
const NO_CLOCK = 'The register has no valid clock.';
/** A clock that lost its battery shows 1970. An earlier time cannot be the time of a sale. */
const isInstantOfSale = (at: string) => at >= '1970';

/**
 * An order or refund as received: parsed, in full for the archive, and its hash, which tells a
 * repeat from different content under the same number.
 */
export type Received<Body> = { body: Body; whole: Record<string, unknown>; hash: Buffer };
/** A parsed order. `overLimit` names its amounts over the limits of the contract. */
export type ReceivedOrder = Received<SoldOrder> & { overLimit?: string };
/** An item that is not a readable order or refund, with the invalid fields. */
export type NotReadable = { errors: Record<string, string> };

/**
 * Reads one order of a batch. `mode` is not part of its hash, because an order tried online may be
 * sent again as offline. Amounts over the limits do not make it unreadable: it was sold, so it is
 * held.
 */
export function readOrder(raw: unknown): ReceivedOrder | NotReadable {
  const hashed = (whole: Record<string, unknown>, { clientOrderId }: SoldOrder) => ({
    ...whole,
    clientOrderId: clientOrderId.toLowerCase(),
    mode: undefined,
  });
  const limited = read(SoldOrder, raw, hashed);
  const received = 'errors' in limited ? read(UnlimitedSoldOrder, raw, hashed) : limited;
  if ('errors' in received) return 'errors' in limited ? limited : received;
  const { body } = received;
  if (!isInstantOfSale(body.soldAt)) return { errors: { soldAt: NO_CLOCK } };
  const order = {
    ...body,
    clientOrderId: body.clientOrderId.toLowerCase(),
    studentNumber: body.studentNumber?.trim() || null,
    customerName: body.customerName?.trim() || null,
  };
  return {
    ...received,
    body: order,
    ...('errors' in limited && { overLimit: limitsPassed(body) }),
  };
}

/** Reads the order in a stored body. It was readable when it was stored: throws if it is not. */
export function toReceivedOrder(body: unknown): ReceivedOrder {
  const received = readOrder(body);
  if ('errors' in received)
    throw new Error(`A held body is no order: ${JSON.stringify(received.errors)}`);
  return received;
}

/** Lists every amount of an order over the limits, with the limit and the register's value. */
function limitsPassed(order: SoldOrder): string {
  const issues = SoldOrder.safeParse(order).error?.issues ?? [];
  const valueAt = (path: readonly PropertyKey[]) =>
    path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], order);
  return issues
    .map(
      (issue) =>
        `${issue.path.join('.')}: the register has ${String(valueAt(issue.path))}, but the limit is ${issue.code === 'too_big' ? issue.maximum : 'lower'}.`,
    )
    .join(' ');
}

/** Reads one refund of a batch. */
export function readRefund(raw: unknown): Received<SoldRefund> | NotReadable {
  const received = read(SoldRefund, raw, (whole, { clientRefundId }) => ({
    ...whole,
    clientRefundId: clientRefundId.toLowerCase(),
  }));
  if ('errors' in received) return received;
  if (!isInstantOfSale(received.body.refundedAt)) return { errors: { refundedAt: NO_CLOCK } };
  return {
    ...received,
    body: {
      ...received.body,
      clientRefundId: received.body.clientRefundId.toLowerCase(),
      clientOrderId: received.body.clientOrderId.toLowerCase(),
    },
  };
}

function read<Schema extends z.ZodType>(
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
