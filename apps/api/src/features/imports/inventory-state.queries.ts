import type { PackageOption } from '@pos/contract/fairs';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

export type LoadableFair = { id: string; identifier: string; finished: boolean; packageOption: PackageOption; sentUnits: number };
export type CatalogueTitle = { id: string; sku: string; title: string; taxable: boolean; active: boolean; availableQty: number };
export type KnownCarton = { id: string; code: string; fairId: string; fairIdentifier: string; takesRows: boolean; contents: Map<string, number> };
export type KnownLine = { priceCents: number; looseQty: number };

/** What the database knows of what a file names. Keys: identifiers and codes in lower case, `lineKey` for lines. */
export type LoadState = {
  fairs: Map<string, LoadableFair>;
  titles: Map<string, CatalogueTitle>;
  cartons: Map<string, KnownCarton>;
  lines: Map<string, KnownLine>;
};

export const lineKey = (fairId: string, titleId: string) => `${fairId} ${titleId}`;

const among = (values: readonly string[]) => sql`any(${values}::text[])`;

/** Fairs by id or by identifier (in lower case), in the order of their ids. */
export async function findLoadableFairs(db: Db, by: { id: string } | { identifiers: readonly string[] }): Promise<LoadableFair[]> {
  return db
    .selectFrom('fairs')
    .select(['id', 'identifier', sql<PackageOption>`package_option`.as('packageOption'), sql<boolean>`close_out_state = 'finished'`.as('finished')])
    .select(sql<number>`(select coalesce(sum(sent_qty), 0)::bigint from fair_lines where fair_id = fairs.id)`.as('sentUnits'))
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : sql<boolean>`lower(identifier) = ${among(by.identifiers)}`))
    .orderBy('id')
    .execute();
}

/**
 * Makes other imports into these fairs, and their closing, wait until the transaction ends. Sales at the fairs go on:
 * they hold the row FOR KEY SHARE, which this does not exclude.
 */
export async function lockFairsForLoading(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.selectFrom('fairs').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

/** Titles by SKU or ISBN-13 in lower case; where both name one, the SKU counts. */
export async function findCatalogueTitles(db: Db, codes: readonly string[]): Promise<Map<string, CatalogueTitle>> {
  const rows = await db
    .selectFrom('titles')
    .select(['id', 'sku', 'isbn13', 'title', 'taxable'])
    .select(sql<boolean>`status = 'active'`.as('active'))
    .select(sql<number>`greatest(warehouse_qty - allocated_qty, 0)`.as('availableQty'))
    .where(sql<boolean>`lower(sku) = ${among(codes)} or isbn13 = ${among(codes)}`)
    .execute();
  const titles = new Map<string, CatalogueTitle>();
  for (const { isbn13, ...title } of rows) if (isbn13 !== null) titles.set(isbn13, title);
  for (const { isbn13: _, ...title } of rows) titles.set(title.sku.toLowerCase(), title);
  return titles;
}

/** Cartons by code in lower case, with what is in them. */
export async function findCartons(db: Db, codes: readonly string[]): Promise<Map<string, KnownCarton>> {
  const rows = await db
    .selectFrom('cartons')
    .innerJoin('fairs', 'fairs.id', 'cartons.fairId')
    .leftJoin('cartonContents', 'cartonContents.cartonId', 'cartons.id')
    .select(['cartons.id', 'cartons.code', 'cartons.fairId', 'fairs.identifier as fairIdentifier', 'cartonContents.titleId', 'cartonContents.qty'])
    .select(sql<boolean>`cartons.incomplete and cartons.status = 'packed'`.as('takesRows'))
    .where(sql<boolean>`lower(cartons.code) = ${among(codes)}`)
    .execute();
  const cartons = new Map<string, KnownCarton>();
  for (const { titleId, qty, ...row } of rows) {
    let carton = cartons.get(row.code.toLowerCase());
    if (!carton) cartons.set(row.code.toLowerCase(), (carton = { ...row, contents: new Map() }));
    if (titleId !== null && qty !== null) carton.contents.set(titleId, qty);
  }
  return cartons;
}

/** The lines of fairs, with the units that were sent without a carton. */
export async function findLines(db: Db, fairIds: readonly string[]): Promise<Map<string, KnownLine>> {
  if (fairIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('fairLines')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('cartonContents')
          .innerJoin('cartons', 'cartons.id', 'cartonContents.cartonId')
          .select(['cartons.fairId', 'cartonContents.titleId', (expression) => expression.fn.sum<number>('cartonContents.qty').as('packedQty')])
          .where('cartons.fairId', 'in', fairIds)
          .groupBy(['cartons.fairId', 'cartonContents.titleId'])
          .as('packed'),
      (join) => join.onRef('packed.fairId', '=', 'fairLines.fairId').onRef('packed.titleId', '=', 'fairLines.titleId'),
    )
    .select(['fairLines.fairId', 'fairLines.titleId', 'fairLines.priceCents'])
    .select(sql<number>`fair_lines.sent_qty - coalesce(packed.packed_qty, 0)`.as('looseQty'))
    .where('fairLines.fairId', 'in', fairIds)
    .execute();
  return new Map(rows.map(({ fairId, titleId, priceCents, looseQty }) => [lineKey(fairId, titleId), { priceCents, looseQty }]));
}
