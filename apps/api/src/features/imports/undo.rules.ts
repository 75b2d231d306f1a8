import type { Reason } from '@pos/contract/errors';
import { Failure } from '#api/http/failure.ts';

const REASONS_TOLD = 20;

/** The refusal of an undo that comes too late: it names what depends on the import. */
export function stillUsed(reasons: readonly Reason[]): Failure {
  const first = reasons[0]?.text ?? '';
  const more = reasons.length > 1 ? ` The same goes for ${reasons.length - 1} more.` : '';
  return new Failure('IN_USE', `This import cannot be undone any more. ${first}${more}`, {
    reasons: reasons.slice(0, REASONS_TOLD),
  });
}
