import type { HeldOrder, HeldOrdersQuery } from '@pos/contract/held-orders';
import type { WholeList } from '@pos/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { containing, toSort } from '#api/lists/paging.ts';
import { withContents } from './held-contents.queries.ts';

const orderings: Record<string, RawBuilder<unknown>> = {
  receivedAt: sql`held_orders.received_at`,
  soldAt: sql`held_orders.sold_at`,
  totalCents: sql`held_orders.total_cents`,
};

function joined(db: Db) {
  return db
    .selectFrom('heldOrders')
    .innerJoin('fairs', 'fairs.id', 'heldOrders.fairId')
    .innerJoin('devices', 'devices.id', 'heldOrders.deviceId')
    .leftJoin('admins', 'admins.id', 'heldOrders.decidedBy')
    .leftJoin('orders', 'orders.id', 'heldOrders.orderId');
}

function withColumns(rows: ReturnType<typeof joined>) {
  return rows
    .select([
      'heldOrders.id',
      'heldOrders.clientOrderId',
      'heldOrders.fairId',
      'fairs.name as fairName',
      'fairs.timeZone',
      'devices.deviceId',
      'heldOrders.epoch',
      'heldOrders.sequence',
      'heldOrders.reason',
      'heldOrders.detail',
      'heldOrders.soldAt',
      'heldOrders.receivedAt',
      'heldOrders.totalCents',
      'heldOrders.state',
      'heldOrders.body',
      'heldOrders.decidedAt',
      'heldOrders.decisionReason',
      'orders.id as orderId',
      'orders.orderNumber',
    ])
    .select([
      sql<string | null>`admins.first_name || ' ' || admins.last_name`.as('decidedBy'),
      sql<boolean>`fairs.close_out_state = 'finished'`.as('fairIsFinished'),
      sql<number>`
        (
          select count(*)
          from held_refunds r
          where r.client_order_id = held_orders.client_order_id::uuid
            and r.state = 'waiting'
            and not exists (select from orders o where o.client_order_id = r.client_order_id))`.as(
        'waitingRefunds',
      ),
    ]);
}

/** A row of the list, before its contents are read. */
export type HeldOrderRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/** One page of held orders and how many match. */
export async function findHeldOrders(
  db: Db,
  query: HeldOrdersQuery,
): Promise<{ results: HeldOrder[]; total: number }> {
  const [rows, total] = await Promise.all([
    orderedHeldOrders(db, query)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    countHeldOrders(db, query),
  ]);
  return { results: await withContents(db, rows), total };
}

/** All held orders that match in the order of the list, to be paged or streamed. */
export function orderedHeldOrders(db: Db, query: WholeList<HeldOrdersQuery>) {
  const { field, direction } = toSort(query.sort);
  return withColumns(filtered(db, query))
    .orderBy(orderings[field]!, direction)
    .orderBy('heldOrders.id', direction);
}

/** Counts the matching held orders. */
export async function countHeldOrders(db: Db, query: WholeList<HeldOrdersQuery>): Promise<number> {
  return (
    await filtered(db, query)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;
}

function filtered(
  db: Db,
  { fairId, schoolId, deviceId, reason, state, search }: WholeList<HeldOrdersQuery>,
): ReturnType<typeof joined> {
  let matching = joined(db).where('heldOrders.state', '=', state);
  if (fairId) matching = matching.where('heldOrders.fairId', '=', fairId);
  if (schoolId) matching = matching.where('fairs.schoolId', '=', schoolId);
  if (deviceId) matching = matching.where('heldOrders.deviceId', '=', deviceId);
  if (reason) matching = matching.where('heldOrders.reason', 'in', reason);
  if (search)
    matching = matching.where((eb) =>
      eb.or([
        eb('heldOrders.clientOrderId', 'ilike', containing(search)),
        eb('devices.deviceId', 'ilike', containing(search)),
        eb('fairs.name', 'ilike', containing(search)),
      ]),
    );
  return matching;
}

/** One held order as the list has it. */
export async function findHeldOrder(db: Db, id: string): Promise<HeldOrder | undefined> {
  return (
    await withContents(db, await withColumns(joined(db).where('heldOrders.id', '=', id)).execute())
  )[0];
}

/** Locks a held order for a decision. */
export function lockHeldOrder(tx: Tx, id: string) {
  return tx
    .selectFrom('heldOrders')
    .select([
      'id',
      'clientOrderId',
      'body',
      'bodyHash',
      'fairId',
      'deviceId',
      'cashierId',
      'epoch',
      'sequence',
      'reason',
      'businessDay',
      'state',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes the batches of a register's epoch wait, and says which of an order's keys stand at an order already. */
export async function lockEpoch(
  tx: Tx,
  {
    deviceId,
    epoch,
    sequence,
    clientOrderId,
  }: { deviceId: string; epoch: number; sequence: number; clientOrderId: string },
): Promise<{ idIsTaken: boolean; sequenceIsTaken: boolean }> {
  await tx
    .selectFrom('deviceEpochs')
    .select('epoch')
    .where('deviceId', '=', deviceId)
    .where('epoch', '=', epoch)
    .forUpdate()
    .execute();
  const { rows } = await sql<{ idIsTaken: boolean; sequenceIsTaken: boolean }>`
    select exists (
      select from orders where client_order_id = ${clientOrderId}::uuid) as id_is_taken,
           exists (
             select
             from orders
             where device_id = ${deviceId}
               and epoch = ${epoch}
               and sequence = ${sequence}) as sequence_is_taken`.execute(tx);
  return rows[0]!;
}

/** Writes what was decided. */
export async function decideRow(
  tx: Tx,
  id: string,
  decision: {
    state: 'released' | 'discarded';
    orderId: string | null;
    decidedBy: string | null;
    decisionReason: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('heldOrders')
    .set({ ...decision, decidedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The refunds that waited for an order alone that is discarded go with it. */
export async function discardWaitingRefundRows(tx: Tx, clientOrderId: string): Promise<void> {
  await sql`
    update held_refunds set state = 'discarded'
    where client_order_id = ${clientOrderId}::uuid and state = 'waiting'
      and not exists (select from orders where client_order_id = ${clientOrderId}::uuid)
      and not exists (
        select from held_orders where client_order_id = ${clientOrderId} and state = 'waiting')`.execute(
    tx,
  );
}
