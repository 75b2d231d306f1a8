import type { FieldErrors } from '@pos/contract/errors';
import { isStorageFull, isUnavailable } from '../db/database-errors.ts';
import { currentLog } from './log.ts';

/**
 * Items of a batch from a register. Each is parsed (`readItem`), stored and answered on its own, so
 * that an invalid one never stops the others (api.md, pos/orders).
 */

/** Result of an item that is invalid or cannot be stored: its fields with a sentence each. */
export type Rejected = { result: 'rejected'; errors: FieldErrors };

/** Returns the ID to answer an item under, even one that cannot be parsed. */
export function itemId(
  raw: unknown,
  name: 'clientOrderId' | 'clientRefundId' | 'clientPaymentId' | 'clientEntryId',
): string {
  const id =
    typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;
  return typeof id === 'string' ? id.slice(0, 100) : '';
}

/**
 * Stores one item. An unexpected error rejects only this item, unless it is the only one in its
 * batch. If the database is unreachable or full, the whole call fails and the register sends
 * everything again.
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
    currentLog().warn({ err: error }, 'an item of a batch was not stored');
    return notStored('item', requestId);
  }
}

/** Result of an item (an order, …) that was not stored because of an unexpected error. */
export function notStored(item: string, requestId: string | null): Rejected {
  return {
    result: 'rejected',
    errors: {
      body: `This ${item} could not be stored. Give this reference to support: ${requestId}.`,
    },
  };
}
