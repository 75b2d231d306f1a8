import type { NotificationSubject, UndeliveredSubject } from '@pos/contract/staff/notifications';
import type { Module } from '@pos/contract/permissions';
import type { JobKind } from '@pos/contract/staff/jobs';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';

/** Notifies the owners of jobs that have ended, in the transaction that ends them. */
export async function notifyOfJobs(tx: Tx, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  const ended = await tx
    .selectFrom('jobs')
    .select(['id', 'ownerId', 'kind', 'status'])
    .select([
      sql<string | null>`
        coalesce(
          params -> 'wanted' ->> 'list', params -> 'question' ->> 'reportType',
            params -> 'fields' ->> 'kind', params ->> 'scope')`.as('what'),
      sql<string | null>`params -> 'fields' ->> 'fairId'`.as('fairId'),
    ])
    .where('id', 'in', jobIds)
    .where('ownerId', 'is not', null)
    .$narrowType<{ ownerId: string; kind: JobKind }>()
    .execute();
  const rows = ended.flatMap(({ id, ownerId, kind, status, what, fairId }) => {
    if (status !== 'succeeded' && status !== 'partial' && status !== 'failed') return [];
    return [
      {
        id: uuidv7(),
        adminId: ownerId,
        subject: JSON.stringify({
          kind: 'job',
          jobId: id,
          job: kind,
          status,
          what,
          fairId,
        } satisfies NotificationSubject),
        groupKey: null,
      },
    ];
  });
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
}

type Alert =
  | { kind: 'orders_held'; count: number }
  | { kind: 'payments_under_review' }
  | { kind: 'result_not_booked'; paymentId: string }
  | { kind: 'device_locked'; deviceId: string; name: string };

/**
 * Module that the fair's admin must be able to read to receive an alert. SUPER_ADMINs always do.
 */
const MODULES = {
  orders_held: 'Orders',
  payments_under_review: 'Payments',
  result_not_booked: 'Payments',
  device_locked: 'Devices',
} as const satisfies Record<Alert['kind'], Module>;

/**
 * Notifies the people responsible for a fair: every SUPER_ADMIN, and the fair's admin if they may
 * read the module. A repeat within the hour increments the existing notification and marks it
 * unread. Call it last in a transaction, because it locks those rows.
 */
export async function alertFair(tx: Tx, fairId: string, alert: Alert): Promise<void> {
  const { rows: people } = await sql<{ id: string; fairName: string }>`
    select a.id, f.name as "fairName"
    from admins a
    join roles r on r.id = a.role_id
    join fairs f on f.id = ${fairId}
    where a.status = 'active'
      and a.deleted_at is null
      and (
        r.is_system
          or (
            a.id = f.admin_id
              and (not a.is_limited or f.id = any(person_fairs(a.id)))
              and exists (
                select
                from role_rights
                where role_id = r.id and module = ${MODULES[alert.kind]} and read_only)))
    order by a.id`.execute(tx);
  if (people.length === 0) return;
  const { subject, about, count } = told(alert, fairId, people[0]!.fairName);
  const groupKey = `${alert.kind} ${about} ${new Date().toISOString().slice(0, 13)}`;
  const shown = JSON.stringify(subject);
  await insertGrouped(
    tx,
    people.map(({ id: adminId }) => ({ id: uuidv7(), adminId, subject: shown, groupKey, count })),
  );
}

function told(
  alert: Alert,
  fairId: string,
  fairName: string,
): { subject: NotificationSubject; about: string; count: number } {
  switch (alert.kind) {
    case 'orders_held':
      return { subject: { kind: alert.kind, fairId, fairName }, about: fairId, count: alert.count };
    case 'payments_under_review':
      return { subject: { kind: alert.kind, fairId, fairName }, about: fairId, count: 1 };
    case 'result_not_booked':
      return { subject: { ...alert, fairId, fairName }, about: alert.paymentId, count: 1 };
    case 'device_locked':
      return { subject: alert, about: alert.deviceId, count: 1 };
  }
}

/**
 * Warns of a session that was ended because a used refresh token came back: the account's owner,
 * and every other active admin who may edit users. Call it last in a transaction.
 */
export async function alertSessionReused(tx: Tx, adminId: string): Promise<void> {
  const { rows: people } = await sql<{ id: string }>`
    select a.id
    from admins a
    join roles r on r.id = a.role_id
    where a.status = 'active'
      and a.deleted_at is null
      and (
        a.id = ${adminId}
          or r.is_system
          or exists (select from role_rights where role_id = r.id and module = 'Users' and edit))
    order by a.id`.execute(tx);
  const hour = new Date().toISOString().slice(0, 13);
  const rows = people.map(({ id }) => {
    const subject: NotificationSubject =
      id === adminId ? { kind: 'own_session_reused' } : { kind: 'user_session_reused', adminId };
    const groupKey = `${subject.kind} ${adminId} ${hour}`;
    return { id: uuidv7(), adminId: id, subject: JSON.stringify(subject), groupKey, count: 1 };
  });
  await insertGrouped(tx, rows);
}

/** Tells the person who caused an email that it could not be delivered. Call it last. */
export async function alertUndelivered(
  tx: Tx,
  adminId: string,
  subject: UndeliveredSubject,
): Promise<void> {
  const hour = new Date().toISOString().slice(0, 13);
  const groupKey = `${JSON.stringify(subject)} ${hour}`;
  await insertGrouped(tx, [
    { id: uuidv7(), adminId, subject: JSON.stringify(subject), groupKey, count: 1 },
  ]);
}

type GroupedRow = { id: string; adminId: string; subject: string; groupKey: string; count: number };

/** Inserts notifications. An existing one of the same hour is incremented and marked unread. */
async function insertGrouped(tx: Tx, rows: readonly GroupedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('notifications')
    .values([...rows])
    .onConflict((same) =>
      same.columns(['adminId', 'groupKey']).doUpdateSet({
        count: sql<number>`notifications.count + excluded.count`,
        at: sql<string>`now()`,
        readAt: null,
      }),
    )
    .execute();
}
