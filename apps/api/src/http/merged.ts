import type { Reason } from '@pos/contract/errors';
import { Failure } from './failure.ts';

/** Refuses to change a duplicate that was merged into another record (409 IN_USE). */
export function refuseMerged(reason: Reason | undefined): void {
  if (reason)
    throw new Failure('IN_USE', `${reason.text}. Change that one.`, { reasons: [reason] });
}
