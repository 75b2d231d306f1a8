import type { Fair, FairsQuery } from '@pos/contract/fairs';
import { percentOfPpm } from '@pos/contract/rates';
import type { WholeList } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { type Db, PREPARED } from '#api/db/db.ts';
import { pageWithTotal, toSort, withPattern } from '#api/lists/paging.ts';

/** The name of the fair's admin. */
export const adminName = sql<string>`admins.first_name || ' ' || admins.last_name`;
/** Today where the fair is. */
export const fairToday = sql<string>`(now() at time zone fairs.time_zone)::date`;
/** Phase of a fair by date, in its own time zone. */
export const phase = sql<Fair['phase']>`case
    when ${fairToday} < fairs.start_date then 'upcoming'
    when ${fairToday} > fairs.end_date then 'ended'
    else 'live'
  end`;

/** True while a fair is open again after a close-out that was reverted. */
const closeOutReverted = sql<boolean>`fairs.close_out_state = 'open' and exists (
  select from close_outs where close_outs.fair_id = fairs.id)`;

const orderings: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(fairs.name)`,
  identifier: sql`lower(fairs.identifier)`,
  schoolName: sql`(select lower(s.name) from schools s where s.id = fairs.school_id)`,
  startDate: sql`fairs.start_date`,
  endDate: sql`fairs.end_date`,
  adminName: sql`(
    select lower(a.first_name || ' ' || a.last_name) from admins a where a.id = fairs.admin_id)`,
  packageOption: sql`fairs.package_option`,
  salesTaxRate: sql`fairs.tax_rate_ppm`,
  netCents: sql`fairs.net_cents`,
  status: sql`fairs.status`,
};

/** Fairs with their school and admin. */
export function joined(db: Db) {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .innerJoin('admins', 'admins.id', 'fairs.adminId');
}

function withColumns(rows: ReturnType<typeof joined>) {
  return rows
    .select([
      'fairs.id',
      'fairs.identifier',
      'fairs.name',
      'fairs.schoolId',
      'schools.identifier as schoolIdentifier',
      'schools.name as schoolName',
      'fairs.address',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.timeZone',
      'fairs.taxRatePpm as salesTaxRatePpm',
      'fairs.adminId',
      'fairs.status',
      'fairs.closeOutState',
      'fairs.hours',
      'fairs.publicMessage',
      'fairs.published',
      'fairs.orderCount as orders',
      'fairs.netCents',
      'fairs.version',
      'fairs.createdAt',
      'fairs.updatedAt',
    ])
    .select(sql<Fair['packageOption']>`fairs.package_option`.as('packageOption'))
    .select(phase.as('phase'))
    .select(closeOutReverted.as('closeOutReverted'))
    .select(adminName.as('adminName'));
}

export type FairRow = Omit<Fair, 'salesTaxRate'>;
const asFair = (row: FairRow): Fair => ({
  ...row,
  salesTaxRate: percentOfPpm(row.salesTaxRatePpm),
});

/**
 * One page of fairs and how many match, in one statement. By relevance: live first, then the nearest
 * start, then the ended ones, newest first.
 */
export async function findFairs(
  db: Db,
  query: FairsQuery,
): Promise<{ results: Fair[]; total: number }> {
  const { page, limit, sort, phase: phases, status, closeOut, packageOption, ...values } = query;
  // States belong to the text of the statement: they decide which index is read.
  const states = { phase: phases, status, closeOut, packageOption };
  const asked = runOnceCompiled(
    db,
    `fairs ${limit} ${sort} ${JSON.stringify(states)}`,
    { ...withPattern(values), skip: (page - 1) * limit || undefined },
    ({ skip, ...given }) => {
      const filters = { ...states, ...given };
      const total = sql<number>`(${counted(db, filters)})`.as('listTotal');
      return inOrder(
        withColumns(joined(db).where('fairs.id', 'in', chosen(db, filters, { sort, limit, skip }))),
        sort,
      )
        .orderBy('fairs.id')
        .select(total)
        .modifyFront(PREPARED);
    },
  );
  const { results, total } = await pageWithTotal(asked, () => countFairs(db, query));
  return { results: results.map(asFair), total };
}

type Filters = Omit<WholeList<FairsQuery>, 'sort'>;

/** Selects the fairs of a page by the fairs table only. */
function chosen(
  db: Db,
  filters: Filters,
  { sort, limit, skip }: { sort: FairsQuery['sort']; limit: number; skip: number | undefined },
) {
  const upToPage =
    skip === undefined ? sql.lit(limit) : sql<number>`${unseen(skip)}::int + ${sql.lit(limit)}`;
  const candidates =
    sort === 'relevance' && !filters.search
      ? relevantFairs(db, filters, upToPage)
      : filtered(db, filters);
  const some = inOrder(candidates, sort)
    .orderBy('fairs.id')
    .select('fairs.id')
    .limit(sql.lit(limit));
  return skip === undefined ? some : some.offset(sql<number>`${unseen(skip)}::int`);
}

/**
 * Holds the first `count` fairs by relevance: those that have not ended, which are few, and the newest
 * of those that have. The days have a margin of one, because it is another day elsewhere.
 */
function relevantFairs(
  db: Db,
  filters: Filters,
  count: RawBuilder<number>,
): ReturnType<typeof filtered> {
  const ended = filtered(db, filters)
    .where(sql<SqlBool>`fairs.end_date < current_date - 1`)
    .select('fairs.id')
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(count);
  const current = filtered(db, filters)
    .where(sql<SqlBool>`fairs.end_date >= current_date - 1`)
    .select('fairs.id');
  return db.selectFrom('fairs').where(sql<SqlBool>`fairs.id in (${current} union all (${ended}))`);
}

/** All fairs that match in the order of the list, to be streamed. */
export function orderedFairs(db: Db, { sort, ...filters }: WholeList<FairsQuery>) {
  return inOrder(
    withColumns(
      joined(db).where('fairs.id', 'in', filtered(db, withPattern(filters)).select('fairs.id')),
    ),
    sort,
  ).orderBy('fairs.id');
}

/** Counts the matching fairs. */
export async function countFairs(db: Db, query: WholeList<FairsQuery>): Promise<number> {
  return (await counted(db, withPattern(query)).modifyFront(PREPARED).executeTakeFirstOrThrow())
    .total;
}

function counted(db: Db, filters: Filters) {
  return filtered(db, filters).select((eb) => eb.fn.countAll<number>().as('total'));
}

/** The fairs that match; `search` is a pattern. */
function filtered(
  db: Db,
  { search, status, closeOut, adminId, schoolId, packageOption, from, to, phase: phases }: Filters,
) {
  let matching = db.selectFrom('fairs');
  if (phases) matching = matching.where(isOneOf(phase, phases));
  if (status) matching = matching.where(isOneOf(sql`fairs.status`, status));
  if (closeOut) matching = matching.where(isOneOf(sql`fairs.close_out_state`, [closeOut]));
  if (adminId) matching = matching.where('fairs.adminId', '=', adminId);
  if (schoolId) matching = matching.where('fairs.schoolId', '=', schoolId);
  if (packageOption) matching = matching.where(isOneOf(sql`fairs.package_option`, packageOption));
  if (from) matching = matching.where('fairs.endDate', '>=', from);
  if (to) matching = matching.where('fairs.startDate', '<=', to);
  if (search) {
    const text = unseen(search);
    matching = matching.where(sql<SqlBool>`fairs.id in (
      select f.id
      from fairs f
      where f.name ilike ${text} or f.identifier ilike ${text}
      union all
      select f.id
      from schools s
      join fairs f on f.school_id = s.id
      where s.name ilike ${text} or s.identifier ilike ${text})`);
  }
  return matching;
}

function isOneOf(
  column: RawBuilder<unknown>,
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  return sql`${column} in (${sql.join(values.map((value) => sql.lit(value)))})`;
}

function inOrder<
  Rows extends { orderBy(expression: RawBuilder<unknown>, direction: 'asc' | 'desc'): Rows },
>(rows: Rows, sort: FairsQuery['sort']): Rows {
  const { field, direction } = toSort<string>(sort);
  const ordering = orderings[field];
  if (ordering) return rows.orderBy(ordering, direction);
  return rows
    .orderBy(sql`array_position(array['live', 'upcoming', 'ended'], ${phase})`, direction)
    .orderBy(
      sql`
        (fairs.start_date - date '2000-01-01') * case ${phase} when 'upcoming' then 1 else -1 end`,
      direction,
    );
}

export async function findFair(db: Db, id: string): Promise<Fair | undefined> {
  const row = await withColumns(joined(db)).where('fairs.id', '=', id).executeTakeFirst();
  return row && asFair(row);
}
