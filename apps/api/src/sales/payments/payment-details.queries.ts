import type { PaymentDetails } from '@pos/contract/sales/payments';
import { PENDING_HOURS } from '@pos/contract/sales/payment-states';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { selectPayments } from './payment-rows.queries.ts';

/** One payment, voided or not, with its moves, its order and all parts that the order was paid in. */
export async function findPayment(
  db: Db,
  id: string,
  readsStudents: boolean,
): Promise<PaymentDetails | undefined> {
  const row = await selectPayments(db, readsStudents)
    .where('payments.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const ofOrder = row.orderId ?? null;
  const [events, order, parts, { pendingUntil, schoolCreditCents }, desk] = await Promise.all([
    db
      .selectFrom('paymentEvents')
      .select(['id', 'fromStatus', 'toStatus', 'actor', 'note', 'at'])
      .where('paymentId', '=', id)
      .orderBy('seq')
      .execute(),
    db
      .selectFrom('orders')
      .select(['id', 'orderNumber', 'status', 'totalCents', 'uncollectedCents'])
      .where('id', '=', ofOrder)
      .executeTakeFirst(),
    db
      .selectFrom('payments')
      .select(['id', 'method', 'status', 'amountCents', 'refundedCents'])
      .where('orderId', '=', ofOrder)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('payments')
      .select([
        sql<string | null>`case when status = 'pending'
            then created_at + make_interval(hours => ${PENDING_HOURS}) end`.as('pendingUntil'),
        sql<number | null>`case when status = 'under_review' and review_reason = 'AVE_DOLLAR_SHORT'
            then (select ave_dollar_balance_cents from schools where id = school_id)
          end`.as('schoolCreditCents'),
      ])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    findDeskFacts(db, id),
  ]);
  return { ...row, pendingUntil, schoolCreditCents, events, order: order ?? null, parts, desk };
}

/** Receipt and reversal of a payment that is a desk top-up. */
async function findDeskFacts(db: Db, paymentId: string): Promise<PaymentDetails['desk']> {
  const row = await db
    .selectFrom('deskTopUps')
    .innerJoin('admins as taker', 'taker.id', 'deskTopUps.takenBy')
    .leftJoin('admins as reverser', 'reverser.id', 'deskTopUps.reversedBy')
    .select([
      'receiptNumber',
      'officeDay',
      'reversalReason as reason',
      'reversedDay',
      'uncollectedCents',
      sql<string>`taker.first_name || ' ' || taker.last_name`.as('takenBy'),
      sql<string | null>`reverser.first_name || ' ' || reverser.last_name`.as('reversedBy'),
    ])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (!row) return null;
  const { reason, reversedDay, reversedBy, uncollectedCents, ...facts } = row;
  const reversal =
    reason && reversedDay && reversedBy
      ? { reason, officeDay: reversedDay, reversedBy, uncollectedCents }
      : null;
  return { ...facts, reversal };
}
