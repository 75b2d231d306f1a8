import { SoldOrder, UnlimitedSoldOrder } from '@pos/contract/sales/register-orders';
import {
  isInstantOfSale,
  NO_CLOCK,
  type NotReadable,
  type Received,
  receiveItem,
} from '#api/http/received-item.ts';

/** A parsed order. `exceededLimits` describes its amounts over the limits of the contract. */
export type ReceivedOrder = Received<SoldOrder> & { exceededLimits?: string };

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
  const limited = receiveItem(SoldOrder, raw, hashed);
  const received = 'errors' in limited ? receiveItem(UnlimitedSoldOrder, raw, hashed) : limited;
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
    ...('errors' in limited && { exceededLimits: describeExceededLimits(body) }),
  };
}

/** Reads the order in the stored body of a held order. Throws if it is unreadable. */
export function readStoredOrder(body: unknown): ReceivedOrder {
  const received = readOrder(body);
  if ('errors' in received)
    throw new Error(
      `The stored body of a held order is unreadable: ${JSON.stringify(received.errors)}`,
    );
  return received;
}

/** Lists every amount of an order over its limit, with the limit and the register's value. */
function describeExceededLimits(order: SoldOrder): string {
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
