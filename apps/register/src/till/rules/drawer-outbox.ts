import type { DrawerResult } from '@pos/contract/sales/drawers/drawers';
import type { Instant } from '@pos/contract/values';
import type { DrawerRecord } from '../drawer.ts';

const KEPT_MS = 30 * 86_400_000;

/** Returns the entries that only this device has, also those that the server could not read. */
export function findUnsentEntries(entries: readonly DrawerRecord[] = []): DrawerRecord[] {
  return entries.filter(({ answer }) => answer === null || answer.result === 'rejected');
}

/** Returns the entries with the answers of a batch; they themselves stay as they are. */
export function answerEntries(
  entries: readonly DrawerRecord[] = [],
  results: readonly DrawerResult[],
  at: Instant,
): DrawerRecord[] {
  const answers = new Map(results.map(({ clientEntryId, result }) => [clientEntryId, result]));
  return entries.map((record) => {
    const result = answers.get(record.entry.clientEntryId);
    return result === undefined ? record : { ...record, answer: { result, at } };
  });
}

/** Returns the entries without those that the server has had for 30 days. */
export function withoutExpired(entries: readonly DrawerRecord[], nowMs: number): DrawerRecord[] {
  return entries.filter(
    ({ answer }) =>
      answer === null || answer.result === 'rejected' || Date.parse(answer.at) > nowMs - KEPT_MS,
  );
}
