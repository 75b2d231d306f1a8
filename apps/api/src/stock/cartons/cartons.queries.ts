import type { Carton, CartonStatus } from '@pos/contract/stock/cartons';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { FairLineStock } from './cartons.rules.ts';

const contents = sql<Carton['contents']>`coalesce((
  select json_agg(
    json_build_object(
      'titleId', t.id, 'sku', t.sku, 'title', t.title, 'priceCents',
        coalesce(l.price_cents, t.price_cents), 'qty', c.qty, 'shortQty', c.short_qty,
      'damagedQty', c.damaged_qty, 'soldQty', c.sold_qty)
    order by lower(t.title), t.id)
  from carton_contents c
  join titles t on t.id = c.title_id
  left join fair_lines l on l.fair_id = cartons.fair_id and l.title_id = c.title_id
  where c.carton_id = cartons.id), '[]')`;

const inOrder = new Intl.Collator('en', { numeric: true });

/** Returns a fair's cartons by code (C2 before C10), each with its contents. */
export async function findCartons(db: Db, fairId: string): Promise<Carton[]> {
  const rows = await db
    .selectFrom('cartons')
    .select([
      'id',
      'code',
      'label',
      'status',
      'shipmentId',
      'scannedInAt',
      'scannedInBy',
      'scannedBackAt',
      'scannedBackBy',
    ])
    .select(contents.as('contents'))
    .select(
      sql<number>`(select count(*) from carton_contents where carton_id = cartons.id)`.as('titles'),
    )
    .select(
      sql<number>`
        (
          select coalesce(sum(qty), 0)::bigint
          from carton_contents
          where carton_id = cartons.id)`.as('units'),
    )
    .where('fairId', '=', fairId)
    .orderBy('id')
    .execute();
  return rows.toSorted((one, other) => inOrder.compare(one.code, other.code));
}

/** Locks a fair's cartons by ID, so that their scans run one after another. */
export async function lockCartons(tx: Tx, fairId: string): Promise<void> {
  await tx
    .selectFrom('cartons')
    .select('id')
    .where('fairId', '=', fairId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns the fair of each carton code, keyed by lowercase code. */
export async function findCartonFairs(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, { fairId: string; fairIdentifier: string; fairName: string }>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('cartons')
    .innerJoin('fairs', 'fairs.id', 'cartons.fairId')
    .select([
      sql<string>`lower(cartons.code)`.as('code'),
      'fairs.id as fairId',
      'fairs.identifier as fairIdentifier',
      'fairs.name as fairName',
    ])
    .where(
      sql<boolean>`lower(cartons.code) = any(${codes.map((code) => code.toLowerCase())}::text[])`,
    )
    .execute();
  return new Map(rows.map(({ code, ...fair }) => [code, fair]));
}

/**
 * Returns the stock left of each title at a fair. With `lock`, locks the lines by ID, in the order
 * that sales use, until the transaction ends.
 */
export async function findLines(
  tx: Tx,
  fairId: string,
  titleIds: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, FairLineStock>> {
  if (titleIds.length === 0) return new Map();
  const { rows } = await sql<FairLineStock & { titleId: string }>`
    select title_id, on_hand, sold_qty
    from fair_lines
    where fair_id = ${fairId} and title_id = any(${titleIds}::uuid[])
    order by id ${lock ? sql`for no key update` : sql``}`.execute(tx);
  return new Map(rows.map(({ titleId, ...line }) => [titleId, line]));
}

/** Returns units that left the fair with these missing cartons, by carton and title. */
export async function findMissingContents(
  db: Db,
  cartonIds: readonly string[],
): Promise<{ cartonId: string; titleId: string; qty: number }[]> {
  if (cartonIds.length === 0) return [];
  const units = sql<number>`sum(case when from_fair_id is not null then qty else -qty end)::bigint`;
  return db
    .selectFrom('stockMovements')
    .select([sql<string>`ref_id`.as('cartonId'), 'titleId', units.as('qty')])
    .where('refType', '=', 'carton')
    .where('refId', 'in', cartonIds)
    .where('reason', '=', 'missing')
    .groupBy(['refId', 'titleId'])
    .having(units, '>', 0)
    .execute();
}

/** Sets the state of cartons and records the scan: by `by`, now. */
export async function moveCartonRows(
  tx: Tx,
  ids: readonly string[],
  status: CartonStatus,
  by: string,
): Promise<void> {
  if (ids.length === 0) return;
  const now = sql<string>`now()`;
  await tx
    .updateTable('cartons')
    .set({
      status,
      ...(status === 'delivered' && { scannedInAt: now, scannedInBy: by }),
      ...(status === 'returned' && { scannedBackAt: now, scannedBackBy: by }),
    })
    .where('id', 'in', ids)
    .execute();
}

/** Records which units of missing cartons stayed at the fair, sold already (domain 4.6). */
export async function updateSoldContentRows(
  tx: Tx,
  given: readonly { cartonId: string; titleId: string; soldQty: number }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`
    update carton_contents c
    set sold_qty = g.sold
    from unnest(
      ${given.map(({ cartonId }) => cartonId)}::uuid[],
        ${given.map(({ titleId }) => titleId)}::uuid[],
        ${given.map(({ soldQty }) => soldQty)}::bigint[]) as g(carton, title, sold)
    where c.carton_id = g.carton and c.title_id = g.title`.execute(tx);
}

/** Forgets what stayed at the fair of cartons that have come. */
export async function clearSoldContentRows(tx: Tx, cartonIds: readonly string[]): Promise<void> {
  if (cartonIds.length === 0) return;
  await tx
    .updateTable('cartonContents')
    .set({ soldQty: 0 })
    .where('cartonId', 'in', cartonIds)
    .where('soldQty', '>', 0)
    .execute();
}

export async function findCartonFair(db: Db, id: string): Promise<string | undefined> {
  const carton = await db
    .selectFrom('cartons')
    .select('fairId')
    .where('id', '=', id)
    .executeTakeFirst();
  return carton?.fairId;
}

/** Sets the short and damaged units of a carton's titles. */
export async function updateCorrectionRows(
  tx: Tx,
  cartonId: string,
  given: readonly { titleId: string; shortQty: number; damagedQty: number }[],
): Promise<void> {
  await sql`
    update carton_contents c
    set short_qty = g.short, damaged_qty = g.damaged
    from unnest(
      ${given.map(({ titleId }) => titleId)}::uuid[],
        ${given.map(({ shortQty }) => shortQty)}::bigint[],
        ${given.map(({ damagedQty }) => damagedQty)}::bigint[]) as g(title, short, damaged)
    where c.carton_id = ${cartonId} and c.title_id = g.title`.execute(tx);
}
