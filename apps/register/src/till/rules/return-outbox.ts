import { APPROVAL_NEEDED, type RefundBatchAnswer } from '@pos/contract/sales/register-refunds';
import type { Instant } from '@pos/contract/values';
import type { Change, StoredReturn } from '../journal/journal.ts';

/** Rules of what is sent of returns, and what an answer changes (docs/registers.md, section 6). */

/** Returns the returns that only this device has. */
export function findUnsentReturns(returns: Iterable<StoredReturn>): StoredReturn[] {
  return [...returns].filter(({ answer }) => answer === null);
}

/** Returns the returns to send: also those held, which are booked when their sale is. */
export function findReturnsToSend(returns: Iterable<StoredReturn>): StoredReturn[] {
  return [...returns].filter(({ answer }) => answer === null || answer.result === 'held');
}

/** Returns the returns that were never booked: a person looks at the money that was given back. */
export function findRejectedReturns(returns: Iterable<StoredReturn>): StoredReturn[] {
  return [...returns].filter(({ answer }) => answer?.result === 'rejected');
}

/** Returns what an answer to a batch changes: each return gets its answer and stays as it was given. */
export function changeReturnsBy(
  { results }: RefundBatchAnswer,
  returns: ReadonlyMap<string, StoredReturn>,
  at: Instant,
): Change {
  return {
    returns: results.flatMap(({ clientRefundId, result, reason, errors }): StoredReturn[] => {
      const each = returns.get(clientRefundId);
      if (!each || isBooked(each)) return [];
      // It was given by a person of staff, and sent with the token of a cashier.
      if (reason === APPROVAL_NEEDED) return [{ ...each, needsStaff: true }];
      const { needsStaff: _, ...given } = each;
      const more = { ...(reason && { reason }), ...(errors && { errors }) };
      return [{ ...given, answer: { result, ...more, at } }];
    }),
  };
}

const isBooked = ({ answer }: StoredReturn): boolean =>
  answer?.result === 'accepted' || answer?.result === 'duplicate';

/** Takes back the answers of a server that was restored from a backup: it may know less by now. */
export function sendReturnsAgain(returns: Iterable<StoredReturn>): StoredReturn[] {
  return [...returns].filter(isBooked).map((each) => ({ ...each, answer: null }));
}

/** Returns the IDs of returns that were booked before a time, whose sales have left. */
export function findExpiredReturns(
  returns: Iterable<StoredReturn>,
  { before, kept }: { before: Instant; kept: (clientOrderId: string) => boolean },
): string[] {
  return [...returns]
    .filter(
      (each) => isBooked(each) && each.answer!.at < before && !kept(each.refund.clientOrderId),
    )
    .map(({ refund }) => refund.clientRefundId);
}
