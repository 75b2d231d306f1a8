import type { NewMerge } from '@pos/contract/students/merges';
import type { School } from '@pos/contract/fairs/schools';
import { today } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import type { Tx } from '#api/db/db.ts';
import { markMerged } from '#api/db/merged-records.ts';
import type { FieldChanges } from '#api/staff/activity/activity.service.ts';
import {
  creditAveDollars,
  debitAveDollars,
} from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { lockSchools, noteSchoolChange } from '#api/fairs/schools/schools.service.ts';
import { invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refusalOfPair, type MergedRecord } from './merges.rules.ts';
import { recordMerge, type MergedPair } from './merges.service.ts';
import {
  findSharedNumbers,
  lockFairsOfSchool,
  moveSchoolRows,
  type Moved,
} from './school-merges.queries.ts';

/**
 * Merges a duplicate into a school (domain 3.4): moves its fairs with their sales, its students and
 * its AveDollars. The duplicate stays as an inactive record whose identifier stands for the other
 * school. Returns the remaining school.
 */
export async function mergeSchools(
  tx: Tx,
  actor: Actor,
  id: string,
  { mergedId }: NewMerge,
): Promise<School> {
  await lockFairsOfSchool(tx, mergedId);
  const locked = await lockSchools(tx, [id, mergedId]);
  const school = locked.find((one) => one.id === id);
  const merged = locked.find((one) => one.id === mergedId);
  if (!school) throw missing('school');
  const refusal = merged
    ? refusalOfSchools(school, merged, await findSharedNumbers(tx, id, mergedId))
    : 'Choose a school that exists.';
  if (!merged || refusal) throw invalid({ mergedId: refusal ?? 'Choose the duplicate.' });
  const moved = await moveSchoolRows(tx, mergedId, id);
  await moveAveDollars(tx, actor, merged, school);
  await markMerged(tx, 'schools', mergedId, id);
  await recordMerge(tx, actor, 'school', toPair(school, merged), movedTo(school, moved));
  return noteSchoolChange(tx, school);
}

/** Moves the whole balance by one entry in each ledger, on each school's current day. */
async function moveAveDollars(tx: Tx, actor: Actor, from: School, to: School): Promise<void> {
  const amountCents = from.aveDollarBalanceCents;
  if (amountCents === 0) return;
  const move = { type: 'adjust', amountCents } as const;
  const left = await debitAveDollars(
    tx,
    {
      ...move,
      schoolId: from.id,
      idempotencyKey: `school-merge:${from.id}:out`,
      businessDay: today(from.timeZone),
      note: `Merged into ${to.name}, ${to.identifier}`,
    },
    actor,
  );
  if (left !== 0) throw new Error(`School ${from.id} kept AveDollars of a merge.`);
  await creditAveDollars(
    tx,
    {
      ...move,
      schoolId: to.id,
      idempotencyKey: `school-merge:${from.id}:in`,
      businessDay: today(to.timeZone),
      note: `Of ${from.name}, ${from.identifier}, merged into this school`,
    },
    actor,
  );
}

function toPair(kept: School, merged: School): MergedPair {
  const labelled = ({ id, name, identifier }: School) => ({ id, label: `${name}, ${identifier}` });
  return { kept: labelled(kept), merged: labelled(merged) };
}

function movedTo(school: School, moved: Moved): FieldChanges {
  return {
    fairs: { from: school.fairs, to: school.fairs + moved.fairs },
    moved: {
      from: null,
      to: [
        pluralize(moved.students, 'student'),
        pluralize(moved.orders, 'order'),
        pluralize(moved.payments, 'payment'),
      ].join(', '),
    },
  };
}

/** Returns why a school cannot be merged into another; undefined if it can (domain 3.4). */
function refusalOfSchools(
  school: School,
  merged: School,
  shared: { count: number; numbers: readonly string[] },
): string | undefined {
  const refusal = refusalOfPair('school', toRecord(school), toRecord(merged));
  if (refusal || shared.count === 0) return refusal;
  return `Both schools have ${pluralize(shared.count, 'student')} of the same number (${shared.numbers.join(', ')}${shared.count > shared.numbers.length ? ', …' : ''}). Renumber these students at one of the schools first.`;
}

function toRecord({ id, name, inSource, mergedInto }: School): MergedRecord {
  return { id, label: name, inSource, mergedInto: mergedInto?.name };
}
