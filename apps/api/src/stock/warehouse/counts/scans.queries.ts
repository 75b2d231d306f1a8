import type { CountDetails, CountScope } from '@pos/contract/stock/warehouse/counts';
import type { CountedScan, CountTitle } from '@pos/contract/stock/warehouse/count-scans';
import { sql } from 'kysely';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { titleFacts, type CountHead } from './counts.queries.ts';

/** Locks a title and returns the units that the warehouse has of it. */
export async function lockOnRecord(tx: Tx, titleId: string): Promise<number> {
  const { rows } = await sql<{ warehouseQty: number }>`
    select ${PREPARED} warehouse_qty
    from titles
    where id = ${titleId}
    for no key update`.execute(tx);
  return rows[0]!.warehouseQty;
}

export type LineRow = {
  round: number;
  countedQty: number | null;
  firstRecordQty: number | null;
  earlierQty: number | null;
};

/** Reads the line of a title, whose lock the caller holds. */
export async function findLine(tx: Tx, countId: string, titleId: string) {
  const { rows } = await sql<LineRow>`
    select ${PREPARED} round, counted_qty, first_record_qty, earlier_qty
    from count_lines
    where document_id = ${countId} and title_id = ${titleId}`.execute(tx);
  return rows[0];
}

export type ScanRow = {
  id: string;
  documentId: string;
  titleId: string;
  round: number;
  kind: 'units' | 'total' | 'confirmed';
  qty: number;
  undoneAt: string | null;
};

export function findScan(tx: Tx, id: string): Promise<ScanRow | undefined> {
  return tx
    .selectFrom('countScans')
    .select(['id', 'documentId', 'titleId', 'round', 'kind', 'qty', 'undoneAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Stores a scan. Returns false if another one has its ID. */
export async function insertScanRow(
  tx: Tx,
  actor: Actor,
  scan: Omit<ScanRow, 'undoneAt'> & { onRecordQty: number },
): Promise<boolean> {
  const added = await tx
    .insertInto('countScans')
    .values({ ...scan, adminId: actor.id!, adminName: actor.name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Stores the units counted of a title in a round. */
export async function saveLineRow(
  tx: Tx,
  line: {
    id: string;
    documentId: string;
    titleId: string;
    round: number;
    countedQty: number;
    firstRecordQty: number;
    onRecordQty: number;
  },
  { name }: Actor,
): Promise<void> {
  const { id, documentId, titleId, round, countedQty, firstRecordQty, onRecordQty } = line;
  await sql`
    insert ${PREPARED} into count_lines as l (
      id, document_id, title_id, round, counted_qty, first_record_qty, on_record_qty, counted_at,
      counted_by)
    values (
      ${id}, ${documentId}, ${titleId}, ${round}, ${countedQty}, ${firstRecordQty}, ${onRecordQty},
      now(), array[${name}::text])
    on conflict (document_id, title_id) do update
    set round = excluded.round, counted_qty = excluded.counted_qty,
      first_record_qty = excluded.first_record_qty, on_record_qty = excluded.on_record_qty,
      counted_at = excluded.counted_at,
      counted_by = case
        when l.counted_qty is null then excluded.counted_by
        when ${name}::text = any(l.counted_by) then l.counted_by
        else l.counted_by || excluded.counted_by
      end`.execute(tx);
}

/** Marks a scan as taken back. */
export async function undoScanRow(tx: Tx, id: string, { name }: Actor): Promise<void> {
  await tx
    .updateTable('countScans')
    .set({ undoneAt: sql<string>`now()`, undoneBy: name })
    .where('id', '=', id)
    .execute();
}

/** True if a total of the title was typed after a scan, in its round. */
export async function isOverruled(tx: Tx, scan: ScanRow): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select
      from count_scans s
      where s.document_id = ${scan.documentId} and s.title_id = ${scan.titleId}
        and s.round = ${scan.round} and s.kind <> 'units' and s.undone_at is null
        and s.seq > (select seq from count_scans where id = ${scan.id})) as found`.execute(tx);
  return rows[0]!.found;
}

/**
 * Adds up a line again from its scans that were not taken back, and returns the units. The number
 * on record counts from the last total on, which counts the title as a whole.
 */
export async function recountLineRow(
  tx: Tx,
  { documentId, titleId, round }: ScanRow,
  scope: CountScope,
): Promise<number> {
  const { rows } = await sql<{ countedQty: number | null }>`
    with scan as (
      select *
      from count_scans
      where document_id = ${documentId} and title_id = ${titleId} and round = ${round}
        and undone_at is null),
    summed as (
      select sum(qty) as counted_qty, max(at) as counted_at,
        array_agg(distinct admin_name) as counted_by,
        (array_agg(on_record_qty order by seq desc))[1] as on_record_qty,
        (array_agg(on_record_qty order by seq) filter (
          where seq >= coalesce((select max(seq) from scan where kind <> 'units'), 0)))[1]
          as first_record_qty
      from scan)
    update count_lines l
    set counted_qty = summed.counted_qty, counted_at = summed.counted_at,
      counted_by = coalesce(summed.counted_by, '{}'), on_record_qty = summed.on_record_qty,
      first_record_qty = summed.first_record_qty
    from summed
    where l.document_id = ${documentId} and l.title_id = ${titleId}
    returning l.counted_qty`.execute(tx);
  const countedQty = rows[0]?.countedQty ?? null;
  // Nobody listed it and nobody counts it any more.
  if (countedQty === null && scope !== 'titles')
    await tx
      .deleteFrom('countLines')
      .where('documentId', '=', documentId)
      .where('titleId', '=', titleId)
      .where('earlierQty', 'is', null)
      .execute();
  return countedQty ?? 0;
}

/** Returns who counted so far, and the last scan of one person in the round. */
export async function findCounters(
  db: Db,
  { id, round }: CountHead,
  adminId: string | null,
): Promise<Pick<CountDetails, 'people' | 'lastScan'>> {
  const { rows: people } = await sql<{ name: string }>`
    select distinct admin_name as name
    from count_scans
    where document_id = ${id} and undone_at is null
    order by 1`.execute(db);
  const { rows } = await sql<Omit<CountedScan, 'title'> & CountTitle>`
    select last.id as scan_id, last.qty, l.counted_qty, ${titleFacts}
    from (
      select s.*
      from count_scans s
      where s.document_id = ${id} and s.admin_id = ${adminId} and s.round = ${round}
        and s.kind <> 'confirmed' and s.undone_at is null
      order by s.seq desc
      limit 1) last
    join titles t on t.id = last.title_id
    join count_lines l on l.document_id = last.document_id and l.title_id = last.title_id
    where l.counted_qty is not null`.execute(db);
  const [last] = rows;
  return { people: people.map(({ name }) => name), lastScan: last ? toScan(last) : null };
}

function toScan({
  scanId,
  qty,
  countedQty,
  ...title
}: Omit<CountedScan, 'title'> & CountTitle): CountedScan {
  return { scanId, qty, countedQty, title };
}
