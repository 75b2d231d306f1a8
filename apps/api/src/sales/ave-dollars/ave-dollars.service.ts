import type { NewAveDollarEntry } from '@pos/contract/sales/ave-dollars';
import type { School } from '@pos/contract/fairs/schools';
import { today } from '@pos/contract/values/clock';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import {
  creditAveDollars,
  debitAveDollars,
  type AveDollarMove,
} from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { lockSchool, readSchool } from '#api/fairs/schools/schools.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';

/**
 * Books a correction of a school's AveDollars: one guarded update with its entry, on the school's
 * current day. Taking AveDollars away requires that many (domain 8.9).
 */
export async function adjustAveDollars(
  tx: Tx,
  actor: Actor,
  schoolId: string,
  { amountCents, note }: NewAveDollarEntry,
): Promise<School> {
  const { timeZone } = await lockSchool(tx, schoolId);
  const move: AveDollarMove = {
    schoolId,
    type: 'adjust',
    amountCents: Math.abs(amountCents),
    idempotencyKey: `staff:${uuidv7()}`,
    businessDay: today(timeZone),
    note,
  };
  const balance = await (amountCents > 0 ? creditAveDollars : debitAveDollars)(tx, move, actor);
  if (balance === undefined)
    throw new Failure('AVE_DOLLAR_INSUFFICIENT', 'The school has fewer AveDollars than this.');
  await recordActivity(tx, actor, {
    action: 'school.ave_dollars_adjusted',
    entity: 'school',
    entityId: schoolId,
    changes: {
      aveDollarBalanceCents: { from: balance - amountCents, to: balance },
      note: { from: null, to: note },
    },
  });
  return readSchool(tx, schoolId);
}
