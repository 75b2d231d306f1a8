import type { RetentionMonths } from '@pos/contract/fairs/retention';
import type {
  RetentionRule,
  SchoolErasure,
  StudentData,
} from '@pos/contract/students/student-data';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseStudentNames } from '#api/staff/activity/student-names.service.ts';
import { lockSchool, readSchool } from '#api/fairs/schools/schools.service.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import { insertErasure } from './erasures.queries.ts';
import {
  countOpenBusiness,
  countStudents,
  findDue,
  findErasures,
  findProof,
  findRules,
  findSchoolsWithRule,
  updateRule,
  type OpenBusiness,
} from './student-data.queries.ts';
import { pageAddress } from '@pos/contract/addresses';
import type { Reason } from '@pos/contract/errors';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';

/** Task that works on erasures, and its times: every minute, if a run was interrupted. */
export const ERASE_STUDENTS_TASK = 'erase-students';
export const ERASE_STUDENTS_EVERY = { minutes: 1 };
/** Task that starts the erasures that are due by the retention rules, at night in the US. */
export const DUE_ERASURES_TASK = 'due-erasures';
export const DUE_ERASURES_EVERY = { minutes: 24 * 60, at: 8 * 60 + 20 };

/** Returns what a school holds of its students. `months` previews another rule. */
export async function readStudentData(
  db: Db,
  schoolId: string,
  months: RetentionMonths | undefined,
): Promise<StudentData> {
  await readSchool(db, schoolId);
  const rules = await findRules(db, schoolId);
  return {
    ...rules,
    ...(await countStudents(db, schoolId)),
    due: await findDue(db, schoolId, months ?? rules.months ?? rules.companyMonths),
    obstacles: getObstacles(schoolId, await countOpenBusiness(db, schoolId)),
    erasures: await findErasures(db, schoolId),
  };
}

/** Sets the retention rule of a school; null follows the settings. */
export function setRule(
  db: Db,
  actor: Actor,
  schoolId: string,
  rule: RetentionRule,
): Promise<{ months: RetentionMonths | null }> {
  const months = rule.months ?? null;
  return inTransaction(db, async (tx) => {
    await lockSchool(tx, schoolId);
    const before = await findRules(tx, schoolId);
    if (before.months !== months) {
      await updateRule(tx, schoolId, months);
      await recordActivity(tx, actor, {
        action: 'school.retention_changed',
        entity: 'school',
        entityId: schoolId,
        changes: { studentRetentionMonths: { from: before.months, to: months } },
      });
    }
    return { months };
  });
}

/**
 * Starts erasing all students of a school (domain 3.20). Refuses with every reason while business
 * is open. The reason must not name a student: it is permanent.
 */
export async function startSchoolErasure(
  tx: Tx,
  actor: Actor,
  schoolId: string,
  { confirm, reason }: SchoolErasure,
): Promise<{ erasureId: string }> {
  const { name } = await lockSchool(tx, schoolId);
  if (confirm !== name) throw invalid({ confirm: `Type ${name} to confirm.` });
  const reasons = getObstacles(schoolId, await countOpenBusiness(tx, schoolId));
  if (reasons.length > 0)
    throw new Failure(
      'IN_USE',
      `The students of ${name} cannot be erased yet. ${reasons.map(({ text }) => text).join(' ')}`,
      { reasons },
    );
  const { students } = await countStudents(tx, schoolId);
  if (students === 0)
    throw new Failure('INVALID_TRANSITION', 'No student of this school has a name to erase.');
  await refuseStudentNames(tx, { entity: 'school', entityId: schoolId }, { reason });
  const erasureId = uuidv7();
  await insertErasure(tx, {
    id: erasureId,
    schoolId,
    kind: 'school',
    months: null,
    askedBy: actor.id,
    askedByName: actor.name,
    reason,
    total: students,
  });
  await recordActivity(tx, actor, {
    action: 'school.erasure_started',
    entity: 'school',
    entityId: schoolId,
    changes: { students: { from: null, to: students }, reason: { from: null, to: reason } },
  });
  await queueBackgroundTask(tx, ERASE_STUDENTS_TASK, {});
  return { erasureId };
}

/** Starts an erasure for each school whose rule reaches a student that nothing blocks. */
export async function startDueErasures(db: Db): Promise<void> {
  for (const { id: schoolId, months } of await findSchoolsWithRule(db)) {
    const { now, blocked } = await findDue(db, schoolId, months);
    if (now === blocked) continue;
    await inTransaction(db, async (tx) => {
      await insertErasure(tx, {
        id: uuidv7(),
        schoolId,
        kind: 'retention',
        months,
        askedBy: null,
        askedByName: 'Retention rule',
        reason: '',
        total: now,
      });
      await queueBackgroundTask(tx, ERASE_STUDENTS_TASK, {});
    });
  }
}

/** Returns the proof of an erasure that has ended, as a PDF. */
export async function readProof(db: Db, id: string): Promise<FileAnswer> {
  const found = await findProof(db, id);
  if (!found?.proof || !found.finishedAt) throw missing('proof');
  return new FileAnswer(
    `erasure-${found.identifier}-${found.finishedAt.slice(0, 10)}.pdf`,
    'application/pdf',
    found.proof,
  );
}

/** Lists what blocks erasing all students of a school. */
function getObstacles(schoolId: string, open: OpenBusiness): Reason[] {
  return [
    {
      code: 'ERASURE_RUNNING',
      text: 'An erasure of this school is running.',
      count: open.running,
    },
    {
      code: 'FAIR_LIVE',
      text: `${pluralize(open.liveFairs, 'fair is', 'fairs are')} live. Registers need the names until it ends.`,
      count: open.liveFairs,
      link: pageAddress('fairs', { schoolId }),
    },
    {
      code: 'EWALLETS',
      text: `${pluralize(open.wallets, 'eWallet holds', 'eWallets hold')} ${formatCents(open.walletCents)}. Pay it out first.`,
      count: open.wallets,
      link: pageAddress('students', { schoolId, hasBalance: 'true' }),
    },
    {
      code: 'PAYMENTS_WAITING',
      text: `${pluralize(open.payments, 'student has', 'students have')} payments that are pending or under review.`,
      count: open.payments,
      link: pageAddress('payments', { schoolId, status: 'pending,under_review' }),
    },
    {
      code: 'ORDERS_OPEN',
      text: `${pluralize(open.orders, 'student has', 'students have')} orders that are open or still to ship.`,
      count: open.orders,
      link: pageAddress('orders', { schoolId }),
    },
    {
      code: 'ORDERS_HELD',
      text: `${pluralize(open.held, 'held order waits', 'held orders wait')} for a decision.`,
      count: open.held,
      link: pageAddress('orders', { view: 'held', schoolId }),
    },
  ].filter(({ count }) => count > 0);
}
