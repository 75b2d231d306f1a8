import type { FieldErrors } from '@pos/contract/errors';
import { isStorageFull, isUnavailable } from '../db/database-errors.ts';

/**
 * Items of a batch that a register sends: each is parsed (`readItem`), stored and answered by itself, so
 * that a bad one never stops the others (api.md, pos/orders).
 */

/** Result of an item that is none, or that cannot be stored: its fields with a sentence each. */
export type Rejected = { result: 'rejected'; errors: FieldErrors };

/** Id under which the result of an item is answered, also of one that cannot be parsed. */
export function itemId(
  raw: unknown,
  name: 'clientOrderId' | 'clientRefundId' | 'clientPaymentId',
): string {
  const id =
    typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;
  return typeof id === 'string' ? id.slice(0, 100) : '';
}

/**
 * Stores one item. An unforeseen error rejects this item alone, unless it is the only one of its batch;
 * where the database is away or full the whole call fails, and the register sends everything again.
 */
export async function storeItem<Result>(
  requestId: string | null,
  isAlone: boolean,
  store: () => Promise<Result>,
): Promise<Result | Rejected> {
  try {
    return await store();
  } catch (error) {
    if (isAlone || isUnavailable(error) || isStorageFull(error)) throw error;
    process.emitWarning(error instanceof Error ? error : String(error), 'ItemNotStored');
    return notStored('item', requestId);
  }
}

/** Result of an item (an order, …) that an unforeseen error kept from being stored. */
export function notStored(item: string, requestId: string | null): Rejected {
  return {
    result: 'rejected',
    errors: {
      body: `This ${item} could not be stored. Give this reference to support: ${requestId}.`,
    },
  };
}
