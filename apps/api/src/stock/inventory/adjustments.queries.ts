import type { RecordStatus } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import type { Actor } from '#api/http/access/identity.ts';

/** Title and fair of a line, with the title's name and price there. */
export type LineKey = {
  id: string;
  fairId: string;
  titleId: string;
  title: string;
  priceCents: number;
};
/** A line read under its lock. `onHand` is below 0 if it was oversold. */
export type LockedLine = LineKey & {
  onHand: number;
  sentQty: number;
  adjustQty: number;
  soldQty: number;
  countedReturnQty: number | null;
  damagedQty: number;
  status: RecordStatus;
};

export function findLineKey(db: Db, id: string): Promise<LineKey | undefined> {
  return db
    .selectFrom('fairLines')
    .innerJoin('titles', 'titles.id', 'fairLines.titleId')
    .select([
      'fairLines.id',
      'fairLines.fairId',
      'fairLines.titleId',
      'titles.title',
      'fairLines.priceCents',
    ])
    .where('fairLines.id', '=', id)
    .executeTakeFirst();
}

/** Locks lines by ID, as every movement does, and returns their current state. */
export async function lockLines(
  tx: Tx,
  lines: readonly { fairId: string; titleId: string }[],
): Promise<LockedLine[]> {
  const { rows } = await sql<LockedLine>`
    select l.id, l.fair_id, l.title_id, t.title, l.on_hand, l.sent_qty, l.adjust_qty, l.sold_qty,
      l.counted_return_qty, l.damaged_qty, l.status, l.price_cents
    from fair_lines l
    join titles t on t.id = l.title_id
    join unnest(
      ${lines.map(({ fairId }) => fairId)}::uuid[],
      ${lines.map(({ titleId }) => titleId)}::uuid[]) as g(fair_id, title_id)
      on g.fair_id = l.fair_id and g.title_id = l.title_id
    order by l.id
    for no key update of l`.execute(tx);
  return rows;
}

/**
 * Locks a title and returns its unallocated warehouse units. Taken after the lines and before its
 * movements.
 */
export async function lockAvailable(tx: Tx, titleId: string): Promise<number> {
  const { available } = await tx
    .selectFrom('titles')
    .select(sql<number>`warehouse_qty - allocated_qty`.as('available'))
    .where('id', '=', titleId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return available;
}

type NewAdjustment = {
  id: string;
  line: LineKey;
  delta: number;
  onHandAfter: number;
  reason: Schema['stockAdjustments']['reason'];
  note: string;
  transferId: string | null;
  /** Carton that damaged units came in. */
  cartonId?: string;
};

export async function insertAdjustmentRow(
  tx: Tx,
  actor: Actor,
  { id, line, delta, onHandAfter, reason, note, transferId, cartonId }: NewAdjustment,
): Promise<void> {
  await tx
    .insertInto('stockAdjustments')
    .values({
      id,
      fairLineId: line.id,
      fairId: line.fairId,
      titleId: line.titleId,
      delta,
      onHandAfter,
      reason,
      note,
      transferId,
      cartonId: cartonId ?? null,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
    })
    .execute();
}

/** Data that a transfer needs about the receiving fair. */
export function findReceivingFair(db: Db, fairId: string, titleId: string) {
  return db
    .selectFrom('fairs')
    .innerJoin('titles', (join) => join.on('titles.id', '=', titleId))
    .leftJoin('fairLines', (join) =>
      join.onRef('fairLines.fairId', '=', 'fairs.id').onRef('fairLines.titleId', '=', 'titles.id'),
    )
    .select(['fairs.id', 'fairs.name', 'titles.status as titleStatus', 'fairLines.id as lineId'])
    .where('fairs.id', '=', fairId)
    .executeTakeFirst();
}

/**
 * Adds an empty line for a title that a fair does not have yet. The price counts as one that the
 * line has had.
 */
export async function insertLineRow(
  tx: Tx,
  line: { id: string; fairId: string; titleId: string; priceCents: number },
): Promise<void> {
  await tx
    .insertInto('fairLines')
    .values({ ...line, countedReturnQty: null })
    .onConflict((conflict) => conflict.columns(['fairId', 'titleId']).doNothing())
    .execute();
  const { fairId, titleId, priceCents } = line;
  await tx
    .insertInto('fairLinePrices')
    .values({ fairId, titleId, priceCents })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateLineStatusRow(tx: Tx, id: string, status: RecordStatus): Promise<void> {
  await tx
    .updateTable('fairLines')
    .set({ status, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Changes the price of a line. Earlier prices stay valid for past sales (domain 4.4). */
export async function updateLinePriceRow(
  tx: Tx,
  { id, fairId, titleId }: LineKey,
  priceCents: number,
): Promise<void> {
  await tx
    .updateTable('fairLines')
    .set({ priceCents, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('fairLinePrices')
    .values({ fairId, titleId, priceCents })
    .onConflict((conflict) =>
      conflict
        .columns(['fairId', 'titleId', 'priceCents'])
        .doUpdateSet({ since: sql<string>`now()` }),
    )
    .execute();
}

/**
 * Returns true if any order of the fair contains the title, including canceled and voided orders.
 */
export async function isInOrders(db: Db, { fairId, titleId }: LineKey): Promise<boolean> {
  const { found } = await db
    .selectNoFrom((eb) =>
      eb
        .exists(
          eb
            .selectFrom('orderLines')
            .innerJoin('orders', 'orders.id', 'orderLines.orderId')
            .select('orderLines.id')
            .where('orderLines.titleId', '=', titleId)
            .where('orders.fairId', '=', fairId),
        )
        .as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}

/** Returns the missing units of a line that have not come back, by carton or other reference. */
export async function findMissing(
  db: Db,
  { fairId, titleId }: LineKey,
): Promise<{ refType: string; refId: string | null; qty: number }[]> {
  const { rows } = await sql<{ refType: string; refId: string | null; qty: number }>`
    select ref_type, ref_id,
      sum(case when from_fair_id is not null then qty else -qty end)::bigint as qty
    from stock_movements
    where title_id = ${titleId}
      and reason = 'missing'
      and (from_fair_id = ${fairId} or to_fair_id = ${fairId})
    group by ref_type, ref_id
    having sum(case when from_fair_id is not null then qty else -qty end) <> 0`.execute(db);
  return rows;
}

/**
 * Deletes a line with its prices, and removes the title from the fair's cartons. Registers are
 * notified by title.
 */
export async function deleteLineRows(tx: Tx, { id, fairId, titleId }: LineKey): Promise<void> {
  await sql`
    delete
    from carton_contents using cartons
    where cartons.id = carton_contents.carton_id
      and cartons.fair_id = ${fairId}
      and carton_contents.title_id = ${titleId}`.execute(tx);
  await tx.deleteFrom('fairLines').where('id', '=', id).execute();
  await tx
    .updateTable('titles')
    .set({ updatedAt: sql<string>`now()` })
    .where('id', '=', titleId)
    .execute();
}

/** Saves the return counts of titles. */
export async function updateReturnCountRows(
  tx: Tx,
  counts: readonly { id: string; countedQty: number; damagedQty: number }[],
): Promise<void> {
  await sql`
    update fair_lines l
    set counted_return_qty = g.counted, damaged_qty = g.damaged, version = l.version + 1,
      updated_at = now()
    from unnest(
      ${counts.map(({ id }) => id)}::uuid[],
        ${counts.map(({ countedQty }) => countedQty)}::bigint[],
        ${counts.map(({ damagedQty }) => damagedQty)}::bigint[]) as g(id, counted, damaged)
    where l.id = g.id`.execute(tx);
}

export async function findFairName(db: Db, id: string): Promise<string> {
  const fair = await db
    .selectFrom('fairs')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return fair.name;
}
