import type { Reason } from '@pos/contract/errors';
import { Failure } from '#api/http/failure.ts';

const REASONS_TOLD = 20;

/** Refusal of an undo that comes too late. Names the records that depend on the import. */
export function stillUsed(reasons: readonly Reason[]): Failure {
  const first = reasons[0]?.text ?? '';
  const more = reasons.length > 1 ? ` The same applies to ${reasons.length - 1} more.` : '';
  return new Failure('IN_USE', `This import can no longer be undone. ${first}${more}`, {
    reasons: reasons.slice(0, REASONS_TOLD),
  });
}
