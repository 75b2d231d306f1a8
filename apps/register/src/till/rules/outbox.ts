import {
  MAX_CONTROL_TOTALS,
  type OrderBatchAnswer,
  type OrderResult,
} from '@pos/contract/sales/register-orders';
import { toControlTotal, isAcknowledged } from '@pos/contract/sales/register-sending';
import type { Instant } from '@pos/contract/values';
import type { Change, Notes, StoredReturn, StoredSale } from '../journal/journal.ts';
import { findExpiredReturns, sendReturnsAgain } from './return-outbox.ts';

/** Rules of what is sent, what an answer changes, and what is kept (docs/registers.md, section 4). */

/** Days for which a sale stays on the device after the server has it. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the sales without an answer, in the order of their numbers. */
export function findUnsent(sales: Iterable<StoredSale>): StoredSale[] {
  return [...sales].filter(({ answer }) => answer === null);
}

/** Returns the sales to send: those without an answer, and those whose day's count is not sent. */
export function findToSend(sales: Iterable<StoredSale>): StoredSale[] {
  return [...sales].filter(({ answer, isUncounted }) => answer === null || isUncounted);
}

/** Returns the sales that the server could not read: they are on this device alone. */
export function findRejected(sales: Iterable<StoredSale>): StoredSale[] {
  return [...sales].filter(({ answer }) => answer?.result === 'rejected');
}

/** Returns the register's own count of each day of these sales, for their epoch. */
export function getControlTotals(
  batch: readonly StoredSale[],
  sales: ReadonlyMap<string, StoredSale>,
) {
  const epoch = batch[0]?.order.epoch ?? 0;
  const days = [...new Set(batch.map(({ day }) => day))].slice(-MAX_CONTROL_TOTALS);
  return days.map((day) => toControlTotal(sales.values(), epoch, day));
}

/**
 * Returns what an answer to a batch changes: each sale gets its answer and keeps its order. An answer
 * that has the order is never replaced by a later one without it.
 */
export function changeBy(
  { results, acknowledgedSequence }: OrderBatchAnswer,
  batch: readonly StoredSale[],
  sales: ReadonlyMap<string, StoredSale>,
  {
    at,
    acknowledged,
    returns = new Map(),
  }: {
    at: Instant;
    acknowledged: Notes['acknowledged'] | undefined;
    returns?: ReadonlyMap<string, StoredReturn>;
  },
): Change {
  const answered = results.flatMap((result): StoredSale[] => {
    const sale = sales.get(result.clientOrderId);
    if (!sale) return [];
    const { isUncounted, ...counted } = sale;
    if (sale.answer && isAcknowledged(sale.answer.result)) return isUncounted ? [counted] : [];
    return [{ ...sale, answer: toAnswer(result, at) }];
  });
  const epoch = batch.at(-1)?.order.epoch ?? 0;
  const forgot = wentBack(acknowledged, epoch, acknowledgedSequence);
  const again = forgot ? sentAgain(sales, batch, epoch, acknowledgedSequence) : [];
  return {
    sales: [...again, ...answered],
    ...(forgot && { returns: sendReturnsAgain(returns.values()) }),
    notes: { acknowledged: { epoch, sequence: acknowledgedSequence } },
  };
}

/** A server that was restored from a backup knows less than it had acknowledged. */
function wentBack(
  before: Notes['acknowledged'] | undefined,
  epoch: number,
  sequence: number,
): boolean {
  return before?.epoch === epoch && sequence < before.sequence;
}

/** Takes back the answers to sales above a number, other than those of this batch. */
function sentAgain(
  sales: ReadonlyMap<string, StoredSale>,
  batch: readonly StoredSale[],
  epoch: number,
  sequence: number,
): StoredSale[] {
  return [...sales.values()]
    .filter(
      ({ order, answer }) =>
        order.epoch === epoch &&
        order.sequence > sequence &&
        answer !== null &&
        !batch.some(({ order: { clientOrderId } }) => clientOrderId === order.clientOrderId),
    )
    .map((sale) => ({
      ...sale,
      answer: null,
      ...(sale.cardResults && {
        cardResults: sale.cardResults.map((each) => ({ ...each, answer: null })),
      }),
    }));
}

/** Returns the part of a result that is kept. */
export function toAnswer(
  { result, orderNumber, reason, detail, errors }: OrderResult,
  at: Instant,
): NonNullable<StoredSale['answer']> {
  return {
    result,
    at,
    ...(orderNumber !== undefined && { orderNumber }),
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(errors !== undefined && { errors }),
  };
}

/**
 * Returns the IDs of sales that may leave the device: acknowledged 30 days ago. A day leaves as a
 * whole, so that its control total stays right. Returns leave with their sales.
 */
export function findExpired(
  sales: Iterable<StoredSale>,
  nowMs: number,
  returns: Iterable<StoredReturn> = [],
): string[] {
  const all = [...sales];
  const isOld = ({ answer }: StoredSale) =>
    answer !== null &&
    isAcknowledged(answer.result) &&
    Date.parse(answer.at) < nowMs - KEPT_DAYS * DAY_MS;
  const kept = new Set(all.filter((sale) => !isOld(sale)).map(({ day }) => day));
  const expired = all.filter(({ day }) => !kept.has(day)).map(({ order }) => order.clientOrderId);
  const stays = new Set(all.map(({ order }) => order.clientOrderId));
  for (const id of expired) stays.delete(id);
  const before = new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString();
  return [...expired, ...findExpiredReturns(returns, { before, kept: (id) => stays.has(id) })];
}
