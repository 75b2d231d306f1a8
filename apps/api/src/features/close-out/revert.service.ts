import type { CloseOut, CloseOutAction } from '@pos/contract/close-out';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/features/activity/activity.service.ts';
import { bookLateRefunds } from '#api/features/orders/refunds.service.ts';
import { reverseMovements } from '#api/features/stock/reversal.service.ts';
import { debitAveDollars } from '#api/features/wallets/ave-dollars.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/identity.ts';
import { today } from '#api/time/days.ts';
import { closeOutOf } from './close-out.service.ts';
import { lockForCloseOut } from './finish.service.ts';
import { insertReversalRow, setCloseOutState, standingCloseOut } from './versions.queries.ts';

/**
 * Opens a finished fair again (domain 4.4): takes back the AveDollars that it earned, refused where the school has spent them, and
 * brings back to the fair what its return took off it. Refunds that came meanwhile are booked. Counts, snapshot and number stay in the history.
 */
export async function revertCloseOut(
  tx: Tx,
  actor: Actor,
  { fairId, reason, confirm }: CloseOutAction,
): Promise<CloseOut> {
  if (!reason) throw invalid({ reason: 'Give a reason of 5 to 255 characters.' });
  const fair = await lockForCloseOut(tx, fairId);
  const standing = await standingCloseOut(tx, fairId);
  if (fair.closeOutState !== 'finished' || !standing)
    throw new Failure('INVALID_TRANSITION', 'This fair is not closed out.');
  const { id, number, profitOption, profitCents } = standing;
  if (confirm !== true) {
    const text = `Close-out v${number} ends: the fair opens again, its returns and ${profitOption === 'ave_dollar' ? 'AveDollars are' : 'settlement are'} taken back.`;
    throw new Failure(
      'CONFIRMATION_NEEDED',
      'Please confirm that the close-out is to be reverted.',
      { warnings: [{ code: 'CLOSE_OUT_ENDS', text }] },
    );
  }
  if (profitOption === 'ave_dollar' && profitCents > 0) {
    const move = {
      schoolId: fair.schoolId,
      type: 'reverse',
      amountCents: profitCents,
      fairId,
      idempotencyKey: `close-out:${fairId}:v${number}:reverse`,
      businessDay: today(fair.timeZone),
    } as const;
    const balance = await debitAveDollars(tx, move, actor);
    if (balance === undefined)
      throw new Failure(
        'AVE_DOLLAR_SPENT',
        'The school has already spent AveDollars that this fair earned, so the close-out cannot be reverted.',
      );
  }
  await reverseMovements(tx, 'close_out', [id], actor);
  await insertReversalRow(tx, {
    closeOutId: id,
    reason,
    revertedBy: actor.type === 'admin' ? actor.id : null,
    revertedByName: actor.name,
  });
  await setCloseOutState(tx, fairId, 'open');
  await bookLateRefunds(tx, fairId);
  await recordActivity(tx, actor, 'fair.close_out_reverted', 'fair', fairId, {
    closeOut: { from: `finished, v${number}`, to: 'open' },
    reason: { from: null, to: reason },
  });
  return closeOutOf(tx, actor.name, fair);
}
