import type { CloseOut, CloseOutAction } from '@pos/contract/close-out/close-out';
import { today } from '@pos/contract/values/clock';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { bookLateRefunds } from '#api/sales/refunds/refunds.service.ts';
import { reverseMovements } from '#api/stock/stock/reversal.service.ts';
import { debitAveDollars } from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { getCloseOut } from './close-out.service.ts';
import { lockForCloseOut } from './finish.service.ts';
import { insertReversalRow, setCloseOutState, standingCloseOut } from './versions.queries.ts';

/**
 * Reopens a closed-out fair (domain 4.4). Takes back the AveDollars it earned, or refuses if the
 * school has spent them, and restores the stock that the return took off the fair. Books refunds
 * that arrived meanwhile. Counts, snapshot and number stay in the history.
 */
export async function revertCloseOut(
  tx: Tx,
  actor: Actor,
  { fairId, reason, confirm }: CloseOutAction,
): Promise<CloseOut> {
  if (!reason) throw invalid({ reason: 'Enter a reason of 5 to 255 characters.' });
  const fair = await lockForCloseOut(tx, fairId);
  const standing = await standingCloseOut(tx, fairId);
  if (fair.closeOutState !== 'finished' || !standing)
    throw new Failure('INVALID_TRANSITION', 'This fair is not closed out.');
  const { id, number, profitOption, profitCents } = standing;
  if (confirm !== true) {
    const text = `Close-out v${number} ends: the fair reopens, and its returns and ${profitOption === 'ave_dollar' ? 'AveDollars' : 'settlement'} are undone.`;
    throw new Failure('CONFIRMATION_NEEDED', 'Confirm that you want to revert the close-out.', {
      warnings: [{ code: 'CLOSE_OUT_ENDS', text }],
    });
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
  await recordActivity(tx, actor, {
    action: 'fair.close_out_reverted',
    entity: 'fair',
    entityId: fairId,
    changes: {
      closeOut: { from: `finished, v${number}`, to: 'open' },
      reason: { from: null, to: reason },
    },
  });
  return getCloseOut(tx, actor.name, fair);
}
