import type {
  ReportSend,
  ReportSendsQuery,
  SendStatus,
} from '@pos/contract/reports/report-schedules';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** Returns one page of a schedule's emails, newest first unless asked otherwise, and their number. */
export async function findSends(
  db: Db,
  scheduleId: string,
  { sort, page, limit }: ReportSendsQuery,
): Promise<{ results: ReportSend[]; total: number }> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const own = db.selectFrom('reportSends').where('scheduleId', '=', scheduleId);
  const [results, { total }] = await Promise.all([
    own
      .select([
        'id',
        'dueAt',
        'status',
        'recipient',
        'email',
        'isLate',
        'isByHand',
        'attempts',
        'reason',
        'endedAt',
      ])
      .orderBy('dueAt', direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}

/** Returns the IDs of active schedules that are due and locks them; others' locks are skipped. */
export async function lockDueSchedules(tx: Tx, now: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('reportSchedules')
    .select('id')
    .where('status', '=', 'active')
    .where('nextDueAt', '<=', now)
    .orderBy('nextDueAt')
    .limit(50)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

export async function setNextDueRow(tx: Tx, id: string, nextDueAt: string): Promise<void> {
  await tx.updateTable('reportSchedules').set({ nextDueAt }).where('id', '=', id).execute();
}

/** An email to plan; `adminId` is null for the coordinator. */
export type NewSend = {
  adminId: string | null;
  recipient: string;
  email: string;
};

/**
 * Plans one email per recipient for a due time. Those that exist already stay: a due time is never
 * planned twice. Returns the number of new ones.
 */
export async function insertSendRows(
  tx: Tx,
  scheduleId: string,
  { dueAt, isByHand }: { dueAt: string; isByHand: boolean },
  sends: readonly NewSend[],
): Promise<number> {
  if (sends.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reportSends')
    .values(sends.map((send) => ({ ...send, id: uuidv7(), scheduleId, dueAt, isByHand })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/** An email that this process is to send. `attempts` counts from 1. */
export type TakenSend = Pick<
  Selectable<Schema['reportSends']>,
  'id' | 'scheduleId' | 'adminId' | 'dueAt' | 'isByHand' | 'attempts'
>;

/** Minutes after which another process takes an email whose process has ended. */
const TAKEN_MINUTES = 10;

/** Takes the waiting email whose next try is due first; undefined if there is none. */
export async function takeSendRow(db: Db): Promise<TakenSend | undefined> {
  return db
    .updateTable('reportSends')
    .set({
      attempts: sql<number>`attempts + 1`,
      tryAt: sql<string>`now() + make_interval(mins => ${TAKEN_MINUTES})`,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('reportSends')
        .select('id')
        .where('status', '=', 'waiting')
        .where('tryAt', '<=', sql<string>`now()`)
        .orderBy('tryAt')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'scheduleId', 'adminId', 'dueAt', 'isByHand', 'attempts'])
    .executeTakeFirst();
}

/** Stores the address that an email is being sent to, for its history and its unsubscribe link. */
export async function setSendAddressRow(
  db: Db,
  id: string,
  { recipient, email }: { recipient: string; email: string },
): Promise<void> {
  await db.updateTable('reportSends').set({ recipient, email }).where('id', '=', id).execute();
}

/** Ends an email that this process has taken; another process may have ended it before. */
export async function endSendRow(
  db: Db,
  { id, attempts }: Pick<TakenSend, 'id' | 'attempts'>,
  end: { status: Exclude<SendStatus, 'waiting'>; reason: string | null; isLate: boolean },
): Promise<void> {
  await db
    .updateTable('reportSends')
    .set({ ...end, endedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute();
}

/** Puts an email back for another try in some minutes. */
export async function retrySendRow(
  db: Db,
  { id, attempts }: Pick<TakenSend, 'id' | 'attempts'>,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<void> {
  await db
    .updateTable('reportSends')
    .set({ reason, tryAt: sql<string>`now() + make_interval(mins => ${minutes})` })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute();
}

/** An email that was addressed: recipient and schedule. */
export type AddressedSend = { scheduleId: string; adminId: string | null; email: string };

export async function findAddressedSend(db: Db, id: string): Promise<AddressedSend | undefined> {
  const row = await db
    .selectFrom('reportSends')
    .select(['scheduleId', 'adminId', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && row.email !== null ? { ...row, email: row.email } : undefined;
}

/** Marks a recipient as unsubscribed. Returns false if that was done before, or it is none now. */
export async function unsubscribeRow(
  tx: Tx,
  { scheduleId, adminId, email }: AddressedSend,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reportRecipients')
    .set({ unsubscribedAt: sql<string>`now()`, unsubscribedEmail: email })
    .where('scheduleId', '=', scheduleId)
    .where('adminId', 'is not distinct from', adminId)
    .where(
      sql<boolean>`(unsubscribed_email is null or lower(unsubscribed_email) <> lower(${email}))`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
