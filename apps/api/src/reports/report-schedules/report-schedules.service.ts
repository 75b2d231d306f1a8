import { holds } from '@pos/contract/permissions';
import {
  MAX_SCHEDULES,
  type NewReportSchedule,
  type ReportSchedule,
  type ReportScheduleChanges,
  type ScheduleStatus,
} from '@pos/contract/reports/report-schedules';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { readAccount } from '#api/staff/sign-in/accounts/accounts.service.ts';
import { countSendNow } from '#api/staff/sign-in/send-limit.service.ts';
import { requireQuestion } from '#api/reports/reports/reports.service.ts';
import { requireSchool } from '#api/fairs/schools/schools.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor, SignedInAdmin } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import {
  countSchedules,
  databaseNow,
  deleteScheduleRow,
  findSchedule,
  findSchedules,
  insertScheduleRow,
  replaceRecipientRows,
  setScheduleStatusRow,
  updateScheduleRow,
  type ScheduleRow,
  type ScheduleValues,
} from './report-schedules.queries.ts';
import { insertSendRows } from './report-sends.queries.ts';
import { nextDue } from './report-times.rules.ts';
import { subjectText } from './schedule-texts.rules.ts';
import { REPORT_SENDS_TASK } from './sending.service.ts';
import { subscribers } from './subscribers.rules.ts';

const ENTITY = 'scheduled-report';

/** Returns all schedules: active ones by their next time, then paused ones. */
export async function readSchedules(db: Db): Promise<ReportSchedule[]> {
  return (await findSchedules(db)).map(toSchedule);
}

/** Returns a schedule. Refuses one that does not exist. */
export async function readSchedule(db: Db, id: string): Promise<ReportSchedule> {
  return toSchedule(await requireSchedule(db, id));
}

async function requireSchedule(db: Db, id: string): Promise<ScheduleRow> {
  const schedule = await findSchedule(db, id);
  if (!schedule) throw missing('scheduled report');
  return schedule;
}

function toSchedule({
  savedById: _,
  schoolName,
  fairName,
  adminName,
  ...schedule
}: ScheduleRow): ReportSchedule {
  return {
    ...schedule,
    subject: subjectText(schedule.question, { schoolName, fairName, adminName }),
    nextDueAt: schedule.status === 'active' ? schedule.nextDueAt : null,
  };
}

/** Adds a schedule that runs in the name of the caller. */
export async function addSchedule(
  tx: Tx,
  admin: SignedInAdmin,
  actor: Actor,
  input: NewReportSchedule,
): Promise<ReportSchedule> {
  if ((await countSchedules(tx)) >= MAX_SCHEDULES)
    throw new Failure(
      'IN_USE',
      `There are ${MAX_SCHEDULES} scheduled reports already. Delete one that nobody needs first.`,
    );
  const id = uuidv7();
  await insertScheduleRow(tx, id, await toValues(tx, admin, input));
  await replaceRecipientRows(tx, id, recipientIds(input));
  await recordActivity(tx, actor, {
    action: 'scheduled_report.added',
    entity: ENTITY,
    entityId: id,
  });
  return readSchedule(tx, id);
}

/** Changes a schedule, which then runs in the name of the caller. */
export function updateSchedule(
  db: Db,
  admin: SignedInAdmin,
  actor: Actor,
  id: string,
  { version, ...input }: ReportScheduleChanges,
): Promise<ReportSchedule> {
  return inTransaction(db, async (tx) => {
    const before = await lockSchedule(tx, id);
    await refuseStale(tx, ENTITY, id, before, version);
    await updateScheduleRow(tx, id, version + 1, await toValues(tx, admin, input));
    await replaceRecipientRows(tx, id, recipientIds(input));
    const after = await readSchedule(tx, id);
    await recordActivity(tx, actor, {
      action: 'scheduled_report.updated',
      entity: ENTITY,
      entityId: id,
      changes: changedFields<object>(recorded(before), recorded(after)),
    });
    return after;
  });
}

/** Values of a schedule that its activity compares. */
function recorded({ question, recipients, ...schedule }: ReportSchedule) {
  const { subject, period, weekdays, time, timeZone } = schedule;
  return {
    report: question.reportType,
    subject,
    format: question.format,
    period,
    weekdays: weekdays.join(', '),
    time,
    timeZone,
    recipients: recipients.map(({ name }) => name).join(', '),
  };
}

/**
 * Pauses or resumes a schedule. A resumed one continues with its next time; refuses to resume one
 * without a recipient.
 */
export function changeScheduleStatus(
  db: Db,
  actor: Actor,
  id: string,
  status: ScheduleStatus,
): Promise<ReportSchedule> {
  return inTransaction(db, async (tx) => {
    const before = await lockSchedule(tx, id);
    if (before.status === status) return before;
    if (status === 'active') requireSubscribers(before);
    await setScheduleStatusRow(tx, id, status, nextDue(before, await databaseNow(tx)));
    await recordActivity(tx, actor, {
      action: status === 'active' ? 'scheduled_report.resumed' : 'scheduled_report.paused',
      entity: ENTITY,
      entityId: id,
      changes: { status: { from: before.status, to: status } },
    });
    return readSchedule(tx, id);
  });
}

/**
 * Sends a schedule's report now, besides its times; at most once in each minute of the clock, and a
 * person only so many of all schedules, because they may go to an address outside.
 */
export function sendNow(db: Db, adminId: string, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const schedule = await lockSchedule(tx, id);
    requireSubscribers(schedule);
    const dueAt = `${(await databaseNow(tx)).slice(0, 'YYYY-MM-DDTHH:MM'.length)}:00.000Z`;
    const planned = await insertSendRows(
      tx,
      id,
      { dueAt, isByHand: true },
      subscribers(schedule.recipients),
    );
    if (planned === 0)
      throw new Failure(
        'INVALID_TRANSITION',
        'This report was sent less than a minute ago. Wait a minute, then send it again.',
      );
    await countSendNow(tx, adminId);
    await queueBackgroundTask(tx, REPORT_SENDS_TASK, {}, 3);
    await recordActivity(tx, actor, {
      action: 'scheduled_report.sent_now',
      entity: ENTITY,
      entityId: id,
    });
  });
}

/** Deletes a schedule with its history. */
export function deleteSchedule(db: Db, actor: Actor, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockSchedule(tx, id);
    await deleteScheduleRow(tx, id);
    await recordActivity(tx, actor, {
      action: 'scheduled_report.deleted',
      entity: ENTITY,
      entityId: id,
      changes: changedFields<object>(recorded(before), {
        report: null,
        subject: null,
        recipients: null,
      }),
    });
  });
}

async function lockSchedule(tx: Tx, id: string): Promise<ReportSchedule> {
  await lockRow(tx, 'reportSchedules', id);
  return readSchedule(tx, id);
}

function requireSubscribers({ recipients }: ReportSchedule): void {
  if (subscribers(recipients).length === 0)
    throw new Failure(
      'INVALID_TRANSITION',
      'Nobody gets this report, because every recipient has unsubscribed. Choose someone else first.',
    );
}

const recipientIds = ({ to, adminIds }: NewReportSchedule): (string | null)[] =>
  to === 'coordinator' ? [null] : adminIds;

/** Checks the records and people of a schedule, and returns the values to store. */
async function toValues(
  tx: Tx,
  admin: SignedInAdmin,
  input: NewReportSchedule,
): Promise<ScheduleValues> {
  const { period, weekdays, time, timeZone, to, adminIds, wholeFair: _, ...question } = input;
  await requireQuestion(tx, question);
  if (to === 'coordinator') await requireCoordinator(tx, question.schoolIdentifier);
  else await requireReaders(tx, adminIds);
  return {
    savedBy: admin.id,
    question,
    period,
    weekdays,
    timeOfDay: time,
    timeZone,
    toCoordinator: to === 'coordinator',
    nextDueAt: nextDue({ weekdays, time, timeZone }, await databaseNow(tx)),
  };
}

async function requireCoordinator(tx: Tx, schoolIdentifier: string): Promise<void> {
  const { name, coordinatorEmail } = await requireSchool(tx, schoolIdentifier);
  if (coordinatorEmail === '')
    throw invalid({
      to: `${name} has no email address for its coordinator. Add it to the school first.`,
    });
}

/** Refuses people who may not read reports, by name. */
async function requireReaders(tx: Tx, adminIds: readonly string[]): Promise<void> {
  for (const id of adminIds) {
    const account = await readAccount(tx, id);
    if (!account) throw invalid({ adminIds: 'One of these people no longer has an account.' });
    const name = `${account.firstName} ${account.lastName}`;
    if (account.status !== 'active') throw invalid({ adminIds: `${name} is inactive.` });
    if (!holds(account.rights, 'Reports', 'read_only'))
      throw invalid({ adminIds: `${name} does not have the right to read Reports.` });
  }
}
