import type {
  ReportRecipient,
  ReportSchedule,
  ReportSend,
  ScheduleStatus,
} from '@pos/contract/reports/report-schedules';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { instantText, jsonRows, toJson } from '#api/db/json-columns.ts';
import { standingFor } from '#api/db/merged-records.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import type { SubjectNames } from './schedule-texts.rules.ts';

/** A schedule as stored, with the names and people that it is about. */
export type ScheduleRow = Omit<
  ReportSchedule,
  'subject' | 'recipients' | 'lastSend' | 'nextDueAt'
> &
  SubjectNames & {
    nextDueAt: string;
    savedById: string;
    recipients: ReportRecipient[];
    lastSend: ReportSend | null;
  };

/**
 * Columns of an email as JSON. A coordinator's or admin's address is that of the time of sending.
 */
const SEND_JSON = toJson(
  'send',
  ['id', 'status', 'recipient', 'email', 'isLate', 'isByHand', 'attempts', 'reason'],
  { dueAt: instantText('send.due_at'), endedAt: instantText('send.ended_at') },
);

/** SQL: time at which a recipient unsubscribed; not if the coordinator has a new address since. */
const UNSUBSCRIBED = sql`case
  when people.admin_id is null
    and lower(people.unsubscribed_email) <> lower(school.coordinator_email) then null
  else ${instantText('people.unsubscribed_at')} end`;

const RECIPIENTS = jsonRows<ReportRecipient>(
  sql`json_build_object(
    'adminId', people.admin_id,
    'name', case
      when people.admin_id is null then coalesce(nullif(school.coordinator_name, ''), 'Coordinator')
      else member.first_name || ' ' || member.last_name end,
    'email', coalesce(case
      when people.admin_id is null then school.coordinator_email else member.email end, ''),
    'unsubscribedAt', ${UNSUBSCRIBED})`,
  sql`
    from report_recipients people
    left join admins member on member.id = people.admin_id
    where people.schedule_id = schedule.id`,
  sql`member.first_name, member.last_name, member.id`,
);

async function selectSchedules(db: Db, condition: RawBuilder<unknown>): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select schedule.id, schedule.question, schedule.period, schedule.weekdays,
      schedule.time_of_day as time, schedule.time_zone,
      case when schedule.to_coordinator then 'coordinator' else 'staff' end as to,
      schedule.status, schedule.next_due_at, schedule.version, schedule.created_at,
      schedule.updated_at, schedule.saved_by as saved_by_id,
      saver.first_name || ' ' || saver.last_name as saved_by,
      school.name as school_name, fair.name as fair_name,
      in_charge.first_name || ' ' || in_charge.last_name as admin_name,
      ${RECIPIENTS} as recipients,
      (
        select ${SEND_JSON}
        from report_sends send
        where send.schedule_id = schedule.id
        order by send.due_at desc, send.id desc
        limit 1) as last_send
    from report_schedules schedule
    join admins saver on saver.id = schedule.saved_by
    left join lateral (
      select schools.id, schools.name, schools.coordinator_name, schools.coordinator_email
      from ${standingFor('schools')}
      where lower(named.identifier) = lower(schedule.question->>'schoolIdentifier')
    ) school on true
    left join fairs fair on fair.school_id = school.id
      and lower(fair.identifier) = lower(schedule.question->>'fairIdentifier')
    left join admins in_charge on in_charge.id = (schedule.question->>'adminId')::uuid
    where ${condition}
    order by schedule.status, schedule.next_due_at, schedule.id`.execute(db);
  return rows;
}

/** Returns all schedules: active ones by their next time, then paused ones. */
export const findSchedules = (db: Db): Promise<ScheduleRow[]> => selectSchedules(db, sql`true`);

export async function findSchedule(db: Db, id: string): Promise<ScheduleRow | undefined> {
  return (await selectSchedules(db, sql`schedule.id = ${id}`))[0];
}

export async function countSchedules(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('reportSchedules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Stored values of a schedule, without its recipients. */
export type ScheduleValues = Pick<
  Selectable<Schema['reportSchedules']>,
  | 'savedBy'
  | 'question'
  | 'period'
  | 'weekdays'
  | 'timeOfDay'
  | 'timeZone'
  | 'toCoordinator'
  | 'nextDueAt'
>;

export async function insertScheduleRow(
  tx: Tx,
  id: string,
  { question, ...values }: ScheduleValues,
): Promise<void> {
  await tx
    .insertInto('reportSchedules')
    .values({ ...values, id, question: JSON.stringify(question) })
    .execute();
}

export async function updateScheduleRow(
  tx: Tx,
  id: string,
  version: number,
  { question, ...values }: ScheduleValues,
): Promise<void> {
  await tx
    .updateTable('reportSchedules')
    .set({
      ...values,
      question: JSON.stringify(question),
      version,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function setScheduleStatusRow(
  tx: Tx,
  id: string,
  status: ScheduleStatus,
  nextDueAt?: string,
): Promise<void> {
  await tx
    .updateTable('reportSchedules')
    .set({
      status,
      ...(nextDueAt !== undefined && { nextDueAt }),
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteScheduleRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('reportSchedules').where('id', '=', id).execute();
}

/**
 * Makes these the recipients of a schedule; null is the coordinator. One who stays keeps having
 * unsubscribed.
 */
export async function replaceRecipientRows(
  tx: Tx,
  scheduleId: string,
  adminIds: readonly (string | null)[],
): Promise<void> {
  const wanted = sql`(select * from unnest(${adminIds}::uuid[]) as wanted (admin_id))`;
  await sql`
    delete from report_recipients people
    where schedule_id = ${scheduleId}
      and not exists (
        select
        from ${wanted} wanted
        where wanted.admin_id is not distinct from people.admin_id)`.execute(tx);
  await sql`
    insert into report_recipients (schedule_id, admin_id)
    select ${scheduleId}, wanted.admin_id
    from ${wanted} wanted
    on conflict do nothing`.execute(tx);
}

/** Returns the current time of the database, which all processes share. */
export async function databaseNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}
