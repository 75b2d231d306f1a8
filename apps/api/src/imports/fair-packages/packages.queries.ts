import {
  codeForms,
  plainCode,
  toUpc,
  withoutPriceDigits,
} from '@pos/contract/stock/article-numbers';
import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fairs/package-options';
import type {
  FoundTitle,
  NewPackageContents,
  PackageContents,
  PackageRow,
  PackedTitle,
} from '@pos/contract/imports/fair-packages';
import { seasonDays, type Season } from '@pos/contract/fairs/seasons';
import { MAX_OPTIONS } from '@pos/contract/values';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { jsonRows } from '#api/db/json-columns.ts';
import { containing, hasName, hasText } from '#api/lists/search-text.ts';
import { packedTitle } from './packed-titles.queries.ts';

const PACKAGE_NUMBERS = Object.keys(PACKAGE_OPTIONS).map(Number);

/** Returns every package with the figures of its list in a season, in the order of the options. */
export async function findPackageRows(db: Db, season: Season): Promise<PackageRow[]> {
  const { startDate, endDate } = seasonDays(season);
  const { rows } = await sql<PackageRow>`
    select option.number as package_option,
      count(c.title_id) as titles, coalesce(sum(c.qty), 0)::bigint as units,
      coalesce(sum(c.qty * coalesce(s.price_cents, t.price_cents)), 0)::bigint as retail_cents,
      coalesce(min(planned.fairs), 0) as fairs
    from unnest(${PACKAGE_NUMBERS}::int[]) as option(number)
    left join (
      select package_option, count(*) as fairs
      from fairs
      where status = 'active'
        and start_date between ${startDate}::date and ${endDate}::date
        and end_date >= ${startDate}::date
      group by package_option) planned on planned.package_option = option.number
    left join package_lists l on l.package_option = option.number and l.season = ${season}
    left join package_titles c on c.list_id = l.id
    left join titles t on t.id = c.title_id
    left join season_prices s on s.title_id = c.title_id and s.season = ${season}
    group by option.number
    order by option.number`.execute(db);
  return rows;
}

type StoredContents = Pick<
  PackageContents,
  'id' | 'version' | 'updatedAt' | 'updatedBy' | 'contents'
> & {
  /** Seasons in which the package has titles. */
  listedSeasons: string[];
};

/** Returns the list of a package in a season, with its titles by name; version 0 if none was saved. */
export async function findContents(
  db: Db,
  season: string,
  packageOption: PackageOption,
): Promise<StoredContents> {
  const titles = sql`
    select ${packedTitle(season)}, c.qty
    from package_titles c
    join titles t on t.id = c.title_id
    where c.list_id = l.id`;
  const { rows } = await sql<StoredContents>`
    select l.id, coalesce(l.version, 0) as version, l.updated_at, l.updated_by,
      ${jsonRows(
        sql`packed`,
        sql`from (${titles}) packed`,
        sql`lower(packed.title), packed."titleId"`,
      )} as contents,
      array(
        select o.season
        from package_lists o
        where o.package_option = ${packageOption}
          and exists (select from package_titles c where c.list_id = o.id)) as listed_seasons
    from (values (1)) one
    left join package_lists l on l.season = ${season}
      and l.package_option = ${packageOption}`.execute(db);
  return rows[0]!;
}

/** Serializes changes of one package's list until the transaction ends, even of the first. */
export async function lockPackage(
  tx: Tx,
  season: string,
  packageOption: PackageOption,
): Promise<void> {
  const name = `package ${season} ${packageOption}`;
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
}

/** Replaces the list of a package, and returns its ID. */
export async function storeContentsRows(
  tx: Tx,
  { season, packageOption, contents }: NewPackageContents,
  actor: string,
): Promise<string> {
  const { id } = await tx
    .insertInto('packageLists')
    .values({ id: uuidv7(), season, packageOption, updatedBy: actor })
    .onConflict((conflict) =>
      conflict.columns(['season', 'packageOption']).doUpdateSet({
        version: sql<number>`package_lists.version + 1`,
        updatedBy: actor,
        updatedAt: sql<string>`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('packageTitles').where('listId', '=', id).execute();
  await sql`
    insert into package_titles (list_id, title_id, qty)
    select ${id}, given."titleId", given.qty
    from json_to_recordset(${JSON.stringify(contents)}::json)
      as given("titleId" uuid, qty int)`.execute(tx);
  return id;
}

/** Returns the titles that have one of the codes as their SKU, ISBN or UPC; the SKU wins. */
export async function findTitlesByCode(
  db: Db,
  season: string,
  codes: readonly string[],
): Promise<FoundTitle[]> {
  const { rows } = await sql<FoundTitle>`
    select distinct on (given.code) given.code, ${packedTitle(season)}
    from json_to_recordset(${JSON.stringify(codeForms(codes))}::json) as given(code text, form text)
    join titles t on lower(t.sku) = given.form or t.isbn13 = given.form or t.upc = given.form
    order by given.code, lower(t.sku) = given.form desc, t.id`.execute(db);
  return rows;
}

/** Finds active titles by name, author or code. */
export async function findTitleOptions(
  db: Db,
  season: string,
  search = '',
): Promise<PackedTitle[]> {
  const code = containing(toUpc(search) ?? plainCode(withoutPriceDigits(search)));
  const { rows } = await sql<PackedTitle>`
    select ${packedTitle(season)}
    from titles t
    where t.status = 'active'
      and (
        ${hasText(sql`t.title`, containing(search))} or ${hasName(sql`t.author`, search)}
        or replace(t.sku, '-', '') ilike ${code} or t.isbn13 ilike ${code} or t.upc ilike ${code})
    order by lower(t.title), t.id
    limit ${MAX_OPTIONS}`.execute(db);
  return rows;
}
