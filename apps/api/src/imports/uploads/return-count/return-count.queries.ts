import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** A line of the fair with its count so far. Null: not counted. */
export type CountedLine = {
  titleId: string;
  title: string;
  countedQty: number | null;
  damagedQty: number;
  expectedReturn: number;
};

type Count = { countedQty: number | null; damagedQty: number };

/** Changes made by a return count, in units. Null: not counted before. */
export type ReturnCountMade = {
  fairId: string;
  counts: { titleId: string; from: Count; to: Count }[];
};

/**
 * Returns the lines of a fair by SKU, ISBN-13 and UPC, in lowercase. If several match, the SKU wins.
 */
export async function findCountedLines(db: Db, fairId: string): Promise<Map<string, CountedLine>> {
  const rows = await db
    .selectFrom('fairLines')
    .innerJoin('titles', 'titles.id', 'fairLines.titleId')
    .select([
      'titles.sku',
      'titles.isbn13',
      'titles.upc',
      'titles.title',
      'fairLines.titleId',
      'fairLines.countedReturnQty as countedQty',
      'fairLines.damagedQty',
      'fairLines.expectedReturn',
    ])
    .where('fairId', '=', fairId)
    .execute();
  const lines = new Map<string, CountedLine>();
  for (const { sku: _, isbn13, upc, ...line } of rows)
    for (const code of [upc, isbn13]) if (code !== null) lines.set(code, line);
  for (const { sku, isbn13: _, upc: __, ...line } of rows) lines.set(sku.toLowerCase(), line);
  return lines;
}

/** Locks the lines of an import and returns the titles whose count has changed since. */
export async function lockRecountedLines(
  tx: Tx,
  { fairId, counts }: ReturnCountMade,
): Promise<{ sku: string; title: string }[]> {
  const { rows } = await sql<{ sku: string; title: string }>`
    with locked as (
      select id, title_id, counted_return_qty, damaged_qty
      from fair_lines
      where fair_id = ${fairId} and title_id = any(${counts.map(({ titleId }) => titleId)}::uuid[])
      order by id
      for no key update)
    select t.sku, t.title
    from json_to_recordset(
      ${JSON.stringify(counts.map(({ titleId, to }) => ({ titleId, ...to })))}::json
    ) as given("titleId" uuid, "countedQty" bigint, "damagedQty" bigint)
    join titles t on t.id = given."titleId"
    left join locked on locked.title_id = given."titleId"
    where locked.counted_return_qty is distinct from given."countedQty"
      or locked.damaged_qty <> given."damagedQty"
    order by t.title`.execute(tx);
  return rows;
}

/** Restores the earlier counts of lines. */
export async function restoreCountRows(tx: Tx, { fairId, counts }: ReturnCountMade): Promise<void> {
  await sql`
    update fair_lines l
    set counted_return_qty = given."countedQty", damaged_qty = given."damagedQty",
      version = l.version + 1, updated_at = now()
    from json_to_recordset(
      ${JSON.stringify(counts.map(({ titleId, from }) => ({ titleId, ...from })))}::json
    ) as given("titleId" uuid, "countedQty" bigint, "damagedQty" bigint)
    where l.fair_id = ${fairId} and l.title_id = given."titleId"`.execute(tx);
}
