import type { Fair, FairOption, FairsQuery, FairWithInventory } from '@pos/contract/fairs';
import type { NewFair } from '@pos/contract/fair-changes';
import { percentOfPpm } from '@pos/contract/rates';
import { MAX_OPTIONS, type OptionsQuery, type WholeList } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { runOnceCompiled, unseen } from '#api/db/compiled-once.ts';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { inactiveState } from '#api/db/gone-state.ts';
import { containing, pageWithTotal, sortOf, withPattern } from '#api/http/paging.ts';

/** The name of the fair's admin. */
export const adminName = sql<string>`admins.first_name || ' ' || admins.last_name`;
/** Today where the fair is. */
export const fairToday = sql<string>`(now() at time zone fairs.time_zone)::date`;
/** Where a fair stands by date, in its own zone. */
export const phase = sql<
  Fair['phase']
>`case when ${fairToday} < fairs.start_date then 'upcoming' when ${fairToday} > fairs.end_date then 'ended' else 'live' end`;

/** True while a fair is open again after a close-out that was reverted. */
const closeOutReverted = sql<boolean>`fairs.close_out_state = 'open' and exists (select from close_outs where close_outs.fair_id = fairs.id)`;

const orderings: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(fairs.name)`,
  identifier: sql`lower(fairs.identifier)`,
  schoolName: sql`(select lower(s.name) from schools s where s.id = fairs.school_id)`,
  startDate: sql`fairs.start_date`,
  endDate: sql`fairs.end_date`,
  adminName: sql`(select lower(a.first_name || ' ' || a.last_name) from admins a where a.id = fairs.admin_id)`,
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

/** One page of fairs and how many match, in one statement. By relevance: live first, then the nearest start, then what has ended, newest first. */
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

/** Which fairs are on a page, from the fairs alone. */
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

/** Among these are the first `count` by relevance: what has not ended, which is few, and the newest of what has. A day more, for it is another day elsewhere. */
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

/** How many fairs match. */
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
      select f.id from fairs f where f.name ilike ${text} or f.identifier ilike ${text}
      union all select f.id from schools s join fairs f on f.school_id = s.id where s.name ilike ${text} or s.identifier ilike ${text})`);
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
  const { field, direction } = sortOf<string>(sort);
  const ordering = orderings[field];
  if (ordering) return rows.orderBy(ordering, direction);
  return rows
    .orderBy(sql`array_position(array['live', 'upcoming', 'ended'], ${phase})`, direction)
    .orderBy(
      sql`(fairs.start_date - date '2000-01-01') * case ${phase} when 'upcoming' then 1 else -1 end`,
      direction,
    );
}

export async function findFair(db: Db, id: string): Promise<Fair | undefined> {
  const row = await withColumns(joined(db)).where('fairs.id', '=', id).executeTakeFirst();
  return row && asFair(row);
}

/** Active fairs by name, identifier or school, live ones first; or the one fair asked for. */
export function findFairOptions(db: Db, { search = '', id }: OptionsQuery): Promise<FairOption[]> {
  const text = containing(search);
  return joined(db)
    .select([
      'fairs.id as value',
      'fairs.name as label',
      'fairs.identifier',
      'schools.identifier as schoolIdentifier',
      'schools.name as schoolName',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.timeZone',
      'fairs.closeOutState',
    ])
    .select(phase.as('phase'))
    .select(inactiveState(sql`fairs.status`).as('state'))
    .where((eb) =>
      id
        ? eb('fairs.id', '=', id)
        : eb.and([
            eb('fairs.status', '=', 'active'),
            eb.or([
              eb('fairs.name', 'ilike', text),
              eb('fairs.identifier', 'ilike', text),
              eb('schools.name', 'ilike', text),
              eb('schools.identifier', 'ilike', text),
            ]),
          ]),
    )
    .orderBy(sql`array_position(array['live', 'ended', 'upcoming'], ${phase})`)
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(MAX_OPTIONS)
    .execute();
}

/** Fairs that have inventory, with titles and units, the newest first; or the one fair asked for. */
export function findFairsWithInventory(
  db: Db,
  { search = '', id }: OptionsQuery,
): Promise<z.output<typeof FairWithInventory>[]> {
  const text = containing(search);
  return db
    .selectFrom('fairs')
    .innerJoin('fairLines', 'fairLines.fairId', 'fairs.id')
    .select(['fairs.id', 'fairs.name', 'fairs.identifier'])
    .select(sql<number>`count(*)`.as('titles'))
    .select(sql<number>`sum(fair_lines.sent_qty)::bigint`.as('units'))
    .select(sql<number>`sum(greatest(fair_lines.on_hand, 0))::bigint`.as('onHand'))
    .where((eb) =>
      id
        ? eb('fairs.id', '=', id)
        : eb.or([eb('fairs.name', 'ilike', text), eb('fairs.identifier', 'ilike', text)]),
    )
    .groupBy('fairs.id')
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(MAX_OPTIONS)
    .execute();
}

/** The next identifier `<SCHOOL>-<YY>-<NN>` of a school for fairs that start in that year (domain 3.5). */
export async function nextFairIdentifier(
  tx: Tx,
  schoolIdentifier: string,
  startDate: string,
): Promise<string> {
  const stem = `${schoolIdentifier}-${startDate.slice(2, 4)}-`;
  const { last } = await tx
    .selectFrom('fairs')
    .select(
      sql<number>`coalesce(max(substr(identifier, ${stem.length + 1})::int), 0)::int`.as('last'),
    )
    .where(sql<boolean>`lower(left(identifier, ${stem.length})) = lower(${stem})`)
    .where(sql<boolean>`substr(identifier, ${stem.length + 1}) ~ '^\\d{1,6}$'`)
    .executeTakeFirstOrThrow();
  return `${stem}${String(last + 1).padStart(2, '0')}`;
}

export type FairFields = Pick<
  NewFair,
  'name' | 'address' | 'startDate' | 'endDate' | 'adminId' | 'packageOption'
> & {
  schoolId: string;
  timeZone: string;
  taxRatePpm: number;
  hours: string;
  publicMessage: string;
  published: boolean;
};

export async function insertFairRow(
  tx: Tx,
  row: FairFields & {
    id: string;
    identifier: string;
    createdBy: string | null;
    status?: Fair['status'];
  },
): Promise<void> {
  await tx
    .insertInto('fairs')
    .values({ ...row, resetAt: null })
    .execute();
}

export async function updateFairRow(
  tx: Tx,
  id: string,
  version: number,
  row: FairFields,
): Promise<void> {
  await tx
    .updateTable('fairs')
    .set({ ...row, version, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Remembers a rate that the fair has had; an order with any of them is booked. */
export async function insertTaxRateRow(tx: Tx, fairId: string, taxRatePpm: number): Promise<void> {
  await tx
    .insertInto('fairTaxRates')
    .values({ fairId, taxRatePpm })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes `deviceIds` the devices planned for the fair. */
export async function replaceFairDeviceRows(
  tx: Tx,
  fairId: string,
  deviceIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('fairDevices').where('fairId', '=', fairId).execute();
  if (deviceIds.length > 0)
    await tx
      .insertInto('fairDevices')
      .values(deviceIds.map((deviceId) => ({ fairId, deviceId })))
      .execute();
}

/** How many of these are devices that exist. */
export async function countDevices(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
