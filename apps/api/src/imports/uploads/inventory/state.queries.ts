import type { PackageOption } from '@pos/contract/fairs/package-options';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { toBatches } from '../time-slices.ts';

export type LoadableFair = {
  id: string;
  identifier: string;
  finished: boolean;
  packageOption: PackageOption;
  sentUnits: number;
};
export type CatalogTitle = {
  id: string;
  sku: string;
  title: string;
  priceCents: number;
  taxable: boolean;
  active: boolean;
  availableQty: number;
};
export type KnownCarton = {
  id: string;
  code: string;
  fairId: string;
  fairIdentifier: string;
  takesRows: boolean;
  contents: Map<string, number>;
};
export type KnownLine = { priceCents: number; looseQty: number };

/**
 * Database state of everything that a file refers to. Keys are identifiers and codes in lowercase,
 * and `lineKey` for lines.
 */
export type LoadState = {
  fairs: Map<string, LoadableFair>;
  titles: Map<string, CatalogTitle>;
  cartons: Map<string, KnownCarton>;
  lines: Map<string, KnownLine>;
  /** Prices of titles in the season of a fair, in cents. */
  seasonPrices: Map<string, number>;
};

export const lineKey = (fairId: string, titleId: string) => `${fairId} ${titleId}`;

const among = (values: readonly string[]) => sql`any(${values}::text[])`;

/** Returns fairs by ID or by identifier (in lowercase), ordered by ID. */
export async function findLoadableFairs(
  db: Db,
  by: { id: string } | { identifiers: readonly string[] },
): Promise<LoadableFair[]> {
  return db
    .selectFrom('fairs')
    .select([
      'id',
      'identifier',
      sql<PackageOption>`package_option`.as('packageOption'),
      sql<boolean>`close_out_state = 'finished'`.as('finished'),
    ])
    .select(
      sql<number>`
        (select coalesce(sum(sent_qty), 0)::bigint from fair_lines where fair_id = fairs.id)`.as(
        'sentUnits',
      ),
    )
    .where((eb) =>
      'id' in by
        ? eb('id', '=', by.id)
        : sql<boolean>`lower(identifier) = ${among(by.identifiers)}`,
    )
    .orderBy('id')
    .execute();
}

/**
 * Locks fairs against other imports and close-outs until the transaction ends. Sales continue: they
 * lock the row FOR KEY SHARE, which this allows. Scans wait while a carton still accepts rows,
 * which is while it is being packed.
 */
export async function lockFairsForLoading(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('fairs')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await tx
    .selectFrom('cartons')
    .select('id')
    .where('fairId', 'in', ids)
    .where('incomplete', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns titles by SKU, ISBN-13 or UPC in lowercase. If several match, the SKU wins. */
export async function findCatalogTitles(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, CatalogTitle>> {
  const byIsbn = new Map<string, CatalogTitle>();
  const bySku = new Map<string, CatalogTitle>();
  for await (const portion of toBatches(codes)) {
    const rows = await db
      .selectFrom('titles')
      .select(['id', 'sku', 'isbn13', 'upc', 'title', 'priceCents', 'taxable'])
      .select(sql<boolean>`status = 'active'`.as('active'))
      .select(sql<number>`greatest(warehouse_qty - allocated_qty, 0)`.as('availableQty'))
      .where(sql<boolean>`
        lower(sku) = ${among(portion)} or isbn13 = ${among(portion)} or upc = ${among(portion)}`)
      .execute();
    for (const { isbn13, upc, ...title } of rows) {
      if (upc !== null) byIsbn.set(upc, title);
      if (isbn13 !== null) byIsbn.set(isbn13, title);
      bySku.set(title.sku.toLowerCase(), title);
    }
  }
  for (const [sku, title] of bySku) byIsbn.set(sku, title);
  return byIsbn;
}

/**
 * Returns the SKU of each name that exactly one active title has, keyed by the name in lowercase.
 */
export async function findCodesByTitle(
  db: Db,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('titles')
    .select([sql<string>`lower(title)`.as('name'), sql<string>`min(sku)`.as('sku')])
    .where('status', '=', 'active')
    .where(sql<boolean>`lower(title) = ${among(names)}`)
    .groupBy(sql`lower(title)`)
    .having(sql<boolean>`count(*) = 1`)
    .execute();
  return new Map(rows.map(({ name, sku }) => [name, sku]));
}

/** Returns cartons with their contents, keyed by code in lowercase. */
export async function findCartons(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, KnownCarton>> {
  const cartons = new Map<string, KnownCarton>();
  for await (const portion of toBatches(codes, CARTONS_A_STATEMENT))
    for (const row of await findCartonRows(db, portion)) {
      const { titleId, qty, ...carton } = row;
      let known = cartons.get(carton.code.toLowerCase());
      if (!known)
        cartons.set(carton.code.toLowerCase(), (known = { ...carton, contents: new Map() }));
      if (titleId !== null && qty !== null) known.contents.set(titleId, qty);
    }
  return cartons;
}

/** Small, because a carton holds a few dozen titles. */
const CARTONS_A_STATEMENT = 20;

function findCartonRows(db: Db, codes: readonly string[]) {
  return db
    .selectFrom('cartons')
    .innerJoin('fairs', 'fairs.id', 'cartons.fairId')
    .leftJoin('cartonContents', 'cartonContents.cartonId', 'cartons.id')
    .select([
      'cartons.id',
      'cartons.code',
      'cartons.fairId',
      'fairs.identifier as fairIdentifier',
      'cartonContents.titleId',
      'cartonContents.qty',
    ])
    .select(sql<boolean>`cartons.incomplete and cartons.status = 'packed'`.as('takesRows'))
    .where(sql<boolean>`lower(cartons.code) = ${among(codes)}`)
    .execute();
}

/** Returns the lines of these titles at these fairs, with the units sent without a carton. */
export async function findLines(
  db: Db,
  fairIds: readonly string[],
  titleIds: readonly string[],
): Promise<Map<string, KnownLine>> {
  const lines = new Map<string, KnownLine>();
  for await (const portion of fairIds.length > 0 ? toBatches(titleIds) : []) {
    for (const { fairId, titleId, priceCents, looseQty } of await findLineRows(
      db,
      fairIds,
      portion,
    ))
      lines.set(lineKey(fairId, titleId), { priceCents, looseQty });
  }
  return lines;
}

/** Returns the prices of these titles in the seasons of these fairs, in cents. */
export async function findSeasonPrices(
  db: Db,
  fairIds: readonly string[],
  titleIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ fairId: string; titleId: string; priceCents: number }>`
    select f.id as fair_id, p.title_id, p.price_cents
    from fairs f
    join season_prices p on p.season = season_of(f.start_date)
    where f.id = any(${fairIds}::uuid[]) and p.title_id = any(${titleIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ fairId, titleId, priceCents }) => [lineKey(fairId, titleId), priceCents]),
  );
}

function findLineRows(db: Db, fairIds: readonly string[], titleIds: readonly string[]) {
  return db
    .selectFrom('fairLines')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('cartonContents')
          .innerJoin('cartons', 'cartons.id', 'cartonContents.cartonId')
          .select([
            'cartons.fairId',
            'cartonContents.titleId',
            (expression) => expression.fn.sum<number>('cartonContents.qty').as('packedQty'),
          ])
          .where('cartons.fairId', 'in', fairIds)
          .where(sql<boolean>`carton_contents.title_id = any(${titleIds}::uuid[])`)
          .groupBy(['cartons.fairId', 'cartonContents.titleId'])
          .as('packed'),
      (join) =>
        join
          .onRef('packed.fairId', '=', 'fairLines.fairId')
          .onRef('packed.titleId', '=', 'fairLines.titleId'),
    )
    .select(['fairLines.fairId', 'fairLines.titleId', 'fairLines.priceCents'])
    .select(sql<number>`fair_lines.sent_qty - coalesce(packed.packed_qty, 0)`.as('looseQty'))
    .where('fairLines.fairId', 'in', fairIds)
    .where(sql<boolean>`fair_lines.title_id = any(${titleIds}::uuid[])`)
    .execute();
}
