import type { Fair, FairOption, FairsQuery, FairWithInventory, NewFair } from '@pos/contract/fairs';
import { percentOfPpm } from '@pos/contract/rates';
import { MAX_OPTIONS, type OptionsQuery, type WholeList } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import { containing, inOrderOf, isPlain, sortOf } from '#api/http/paging.ts';

/** The name of the fair's admin. */
export const adminName = sql<string>`admins.first_name || ' ' || admins.last_name`;
/** Today where the fair is. */
export const fairToday = sql<string>`(now() at time zone fairs.time_zone)::date`;
/** Where a fair stands by date, in its own zone. */
export const phase = sql<Fair['phase']>`case when ${fairToday} < fairs.start_date then 'upcoming' when ${fairToday} > fairs.end_date then 'ended' else 'live' end`;

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
  return db.selectFrom('fairs').innerJoin('schools', 'schools.id', 'fairs.schoolId').innerJoin('admins', 'admins.id', 'fairs.adminId');
}

function withColumns(rows: ReturnType<typeof joined>) {
  return rows
    .select([
      'fairs.id', 'fairs.identifier', 'fairs.name', 'fairs.schoolId', 'schools.identifier as schoolIdentifier', 'schools.name as schoolName', 'fairs.address', 'fairs.startDate', 'fairs.endDate',
      'fairs.timeZone', 'fairs.taxRatePpm as salesTaxRatePpm', 'fairs.adminId', 'fairs.status', 'fairs.closeOutState', 'fairs.hours', 'fairs.publicMessage', 'fairs.published', 'fairs.orderCount as orders',
      'fairs.netCents', 'fairs.version', 'fairs.createdAt', 'fairs.updatedAt',
    ])
    .select(sql<Fair['packageOption']>`fairs.package_option`.as('packageOption'))
    .select(phase.as('phase'))
    .select(closeOutReverted.as('closeOutReverted'))
    .select(adminName.as('adminName'));
}

export type FairRow = Omit<Fair, 'salesTaxRate'>;
const asFair = (row: FairRow): Fair => ({ ...row, salesTaxRate: percentOfPpm(row.salesTaxRatePpm) });

/** One page of fairs and how many match. By relevance: live first, then the nearest start, then what has ended, newest first. */
export async function findFairs(db: Db, query: FairsQuery): Promise<{ results: Fair[]; total: number }> {
  const [rows, total] = await Promise.all([pageOfFairs(db, query), countFairs(db, query)]);
  return { results: rows.map(asFair), total };
}

/** The rows of a page: which ones from the fairs alone, then what they show. */
async function pageOfFairs(db: Db, query: FairsQuery): Promise<FairRow[]> {
  const { page, limit, sort } = query;
  const skip = (page - 1) * limit;
  const chosen = () => {
    const candidates = sort === 'relevance' ? relevantFairs(db, query, skip + limit) : filtered(db, query);
    return inOrder(candidates, sort).orderBy('fairs.id').select('fairs.id').limit(sql.lit(limit)).$if(skip > 0, (some) => some.offset(skip)).modifyFront(PREPARED);
  };
  const ids = (await (isPlain(query) && skip === 0 ? runOnceCompiled(db, `fairs ${limit} ${sort}`, [], chosen) : chosen().execute())).map(({ id }) => id);
  const rows = await runOnceCompiled(db, 'fairs by id', [ids], () => withColumns(joined(db)).where(sql<SqlBool>`fairs.id = any(${ids}::uuid[])`).modifyFront(PREPARED));
  return inOrderOf(ids, rows);
}

/** Among these are the first `count` by relevance: what has not ended, which is few, and the newest of what has. A day more, for it is another day elsewhere. */
function relevantFairs(db: Db, query: FairsQuery, count: number): ReturnType<typeof filtered> {
  const ended = filtered(db, query).where(sql<SqlBool>`fairs.end_date < current_date - 1`).select('fairs.id').orderBy('fairs.startDate', 'desc').orderBy('fairs.id').limit(sql.lit(count));
  return filtered(db, query).where((eb) => eb.or([sql<SqlBool>`fairs.end_date >= current_date - 1`, eb('fairs.id', 'in', ended)]));
}

/** All fairs that match in the order of the list, to be streamed. */
export function orderedFairs(db: Db, query: WholeList<FairsQuery>) {
  return inOrder(withColumns(joined(db).where('fairs.id', 'in', filtered(db, query).select('fairs.id'))), query.sort).orderBy('fairs.id');
}

/** How many fairs match. */
export async function countFairs(db: Db, query: WholeList<FairsQuery>): Promise<number> {
  return (await filtered(db, query).modifyFront(PREPARED).select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
}

function filtered(db: Db, query: WholeList<FairsQuery>) {
  let matching = db.selectFrom('fairs');
  const { search, status, closeOut, adminId, schoolId, packageOption, from, to } = query;
  if (query.phase) matching = matching.where(phase, 'in', query.phase);
  if (status) matching = matching.where('fairs.status', 'in', status);
  if (closeOut) matching = matching.where('fairs.closeOutState', '=', closeOut);
  if (adminId) matching = matching.where('fairs.adminId', '=', adminId);
  if (schoolId) matching = matching.where('fairs.schoolId', '=', schoolId);
  if (packageOption) matching = matching.where('fairs.packageOption', 'in', packageOption);
  if (from) matching = matching.where('fairs.endDate', '>=', from);
  if (to) matching = matching.where('fairs.startDate', '<=', to);
  if (search) {
    const text = containing(search);
    const schools = db.selectFrom('schools').select('id').where((eb) => eb.or([eb('name', 'ilike', text), eb('identifier', 'ilike', text)]));
    matching = matching.where((eb) => eb.or([eb('fairs.name', 'ilike', text), eb('fairs.identifier', 'ilike', text), eb('fairs.schoolId', 'in', schools)]));
  }
  return matching;
}

function inOrder<Rows extends { orderBy(expression: RawBuilder<unknown>, direction: 'asc' | 'desc'): Rows }>(rows: Rows, sort: FairsQuery['sort']): Rows {
  const { field, direction } = sortOf<string>(sort);
  const ordering = orderings[field];
  if (ordering) return rows.orderBy(ordering, direction);
  return rows.orderBy(sql`array_position(array['live', 'upcoming', 'ended'], ${phase})`, direction).orderBy(sql`(fairs.start_date - date '2000-01-01') * case ${phase} when 'upcoming' then 1 else -1 end`, direction);
}

export async function findFair(db: Db, id: string): Promise<Fair | undefined> {
  const row = await withColumns(joined(db)).where('fairs.id', '=', id).executeTakeFirst();
  return row && asFair(row);
}

/** Active fairs by name, identifier or school, live ones first; or the one fair asked for. */
export function findFairOptions(db: Db, { search = '', id }: OptionsQuery): Promise<FairOption[]> {
  const text = containing(search);
  return joined(db)
    .select(['fairs.id as value', 'fairs.name as label', 'fairs.identifier', 'schools.identifier as schoolIdentifier', 'schools.name as schoolName', 'fairs.startDate', 'fairs.endDate', 'fairs.timeZone'])
    .select(phase.as('phase'))
    .where((eb) =>
      id
        ? eb('fairs.id', '=', id)
        : eb.and([
            eb('fairs.status', '=', 'active'),
            eb.or([eb('fairs.name', 'ilike', text), eb('fairs.identifier', 'ilike', text), eb('schools.name', 'ilike', text), eb('schools.identifier', 'ilike', text)]),
          ]),
    )
    .orderBy(sql`array_position(array['live', 'ended', 'upcoming'], ${phase})`)
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(MAX_OPTIONS)
    .execute();
}

/** Fairs that have inventory, with titles and units, the newest first; or the one fair asked for. */
export function findFairsWithInventory(db: Db, { search = '', id }: OptionsQuery): Promise<z.output<typeof FairWithInventory>[]> {
  const text = containing(search);
  return db
    .selectFrom('fairs')
    .innerJoin('fairLines', 'fairLines.fairId', 'fairs.id')
    .select(['fairs.id', 'fairs.name', 'fairs.identifier'])
    .select(sql<number>`count(*)`.as('titles'))
    .select(sql<number>`sum(fair_lines.sent_qty)::bigint`.as('units'))
    .select(sql<number>`sum(greatest(fair_lines.on_hand, 0))::bigint`.as('onHand'))
    .where((eb) => (id ? eb('fairs.id', '=', id) : eb.or([eb('fairs.name', 'ilike', text), eb('fairs.identifier', 'ilike', text)])))
    .groupBy('fairs.id')
    .orderBy('fairs.startDate', 'desc')
    .orderBy('fairs.id')
    .limit(MAX_OPTIONS)
    .execute();
}

/** The next identifier `<SCHOOL>-<YY>-<NN>` of a school for fairs that start in that year (domain 3.5). */
export async function nextFairIdentifier(tx: Tx, schoolIdentifier: string, startDate: string): Promise<string> {
  const stem = `${schoolIdentifier}-${startDate.slice(2, 4)}-`;
  const { last } = await tx
    .selectFrom('fairs')
    .select(sql<number>`coalesce(max(substr(identifier, ${stem.length + 1})::int), 0)::int`.as('last'))
    .where(sql<boolean>`lower(left(identifier, ${stem.length})) = lower(${stem})`)
    .where(sql<boolean>`substr(identifier, ${stem.length + 1}) ~ '^\\d{1,6}$'`)
    .executeTakeFirstOrThrow();
  return `${stem}${String(last + 1).padStart(2, '0')}`;
}

export type FairFields = Pick<NewFair, 'name' | 'address' | 'startDate' | 'endDate' | 'adminId' | 'packageOption'> & {
  schoolId: string;
  timeZone: string;
  taxRatePpm: number;
  hours: string;
  publicMessage: string;
  published: boolean;
};

export async function insertFairRow(tx: Tx, row: FairFields & { id: string; identifier: string; createdBy: string | null; status?: Fair['status'] }): Promise<void> {
  await tx.insertInto('fairs').values({ ...row, resetAt: null }).execute();
}

export async function updateFairRow(tx: Tx, id: string, version: number, row: FairFields): Promise<void> {
  await tx.updateTable('fairs').set({ ...row, version, updatedAt: sql<string>`now()` }).where('id', '=', id).execute();
}

/** Remembers a rate that the fair has had; an order with any of them is booked. */
export async function insertTaxRateRow(tx: Tx, fairId: string, taxRatePpm: number): Promise<void> {
  await tx.insertInto('fairTaxRates').values({ fairId, taxRatePpm }).onConflict((conflict) => conflict.doNothing()).execute();
}

/** Makes `deviceIds` the devices planned for the fair. */
export async function replaceFairDeviceRows(tx: Tx, fairId: string, deviceIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('fairDevices').where('fairId', '=', fairId).execute();
  if (deviceIds.length > 0) await tx.insertInto('fairDevices').values(deviceIds.map((deviceId) => ({ fairId, deviceId }))).execute();
}

/** How many of these are devices that exist. */
export async function countDevices(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db.selectFrom('devices').select((eb) => eb.fn.countAll<number>().as('count')).where('id', 'in', ids).where('deletedAt', 'is', null).executeTakeFirstOrThrow();
  return count;
}
