import { FAIR_LIST } from '@pos/contract/fairs/fairs.columns';
import { PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import { type Fair, FairsQuery } from '@pos/contract/fairs/fairs';
import { percentOfPpm } from '@pos/contract/values/percent';
import { plainText } from '@pos/contract/values/search-text';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';
import type { Db } from '#api/db/db.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { isIn, List } from '#api/lists/list.ts';
import type { Total } from '#api/lists/paging.ts';
import { containing, hasText } from '#api/lists/search-text.ts';
import { adminName, closeOutReverted, fairState, fairToday, phase } from './fairs.queries.ts';

/** Fairs with their school and admin. */
function selectFairs(db: Db) {
  return db
    .selectFrom('fairs')
    .leftJoin('schools', 'schools.id', 'fairs.schoolId')
    .leftJoin('admins', 'admins.id', 'fairs.adminId')
    .select([
      'fairs.id',
      'fairs.identifier',
      'fairs.name',
      'fairs.schoolId',
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
    .select([
      sql<string>`schools.identifier`.as('schoolIdentifier'),
      sql<string>`schools.name`.as('schoolName'),
    ])
    .select(phase.as('phase'))
    .select(closeOutReverted.as('closeOutReverted'))
    .select(adminName.as('adminName'));
}

/** Open and active, as the index of fairs to close out has it. */
const isOpen = sql<boolean>`fairs.close_out_state = 'open' and fairs.status = 'active'`;

/**
 * Place of a fair in the list by relevance: to close out, live, upcoming, then those that are closed
 * out or inactive.
 */
const rank = sql`case
    when not (${isOpen}) then 4
    when ${fairToday} > fairs.end_date then 1
    when ${fairToday} < fairs.start_date then 3
    else 2
  end`;

/** True if the filters leave any fair that is closed out or inactive. */
function mayBeClosed({ state, status, closeOut }: Filtered): RawBuilder<SqlBool> {
  const conditions = [
    ...(state ? [sql`(${isIn(sql`'closed_out'`, state)} or ${isIn(sql`'inactive'`, state)})`] : []),
    ...(status && closeOut
      ? [sql`(${closeOut}::text <> 'open' or ${isIn(sql`'inactive'`, status)})`]
      : []),
  ];
  return allOf(conditions);
}
type Filtered = Pick<FairsQuery, 'state' | 'status' | 'closeOut'>;

/**
 * The list of fairs. By relevance: fairs to close out, the longest overdue first; live fairs, the
 * first to end first; upcoming ones, the nearest first; then the others, newest first.
 */
export const fairList = new List(FairsQuery, {
  rows: selectFairs,
  id: 'fairs.id',
  sorts: {
    name: sql`lower(fairs.name)`,
    identifier: sql`lower(fairs.identifier)`,
    schoolName: sql`lower(schools.name)`,
    startDate: sql`fairs.start_date`,
    endDate: sql`fairs.end_date`,
    adminName: sql`lower(${adminName})`,
    packageOption: sql`fairs.package_option`,
    salesTaxRate: sql`fairs.tax_rate_ppm`,
    netCents: sql`fairs.net_cents`,
    status: sql`fairs.status`,
    relevance: [
      rank,
      sql`
        case ${rank}
          when 3 then fairs.start_date - date '2000-01-01'
          when 4 then date '2000-01-01' - fairs.end_date
          else fairs.end_date - date '2000-01-01'
        end`,
    ],
  },
  filters: {
    state: (states) => isIn(fairState, states),
    phase: (phases) => isIn(phase, phases),
    status: (statuses) => isIn(sql`fairs.status`, statuses),
    closeOut: (state) => sql`fairs.close_out_state = ${state}`,
    adminId: (id) => sql`fairs.admin_id = ${id}`,
    schoolId: (id) => sql`fairs.school_id = ${id}`,
    packageOption: (options) => isIn(sql`fairs.package_option`, options),
    from: (day) => sql`fairs.end_date >= ${day}`,
    to: (day) => sql`fairs.start_date <= ${day}`,
  },
  // A whole identifier finds only its fair (docs/reading-fast.md). An array, because a join would be planned
  // for a percent of all fairs, and read all of them.
  search: (text) => [
    sql`
    fairs.id = any(array(
      with whole as materialized (
        select f.id
        from fairs f
        where lower(f.identifier) = ${plainText(text).toLowerCase()} and ${text} like '%-%')
      select id from whole
      union all
      select f.id
      from fairs f
      where not exists (select from whole)
        and (${hasText(sql`f.name`, containing(text))} or f.identifier ilike ${containing(text)})
      union all
      select f.id
      from schools s
      join fairs f on f.school_id = s.id
      where not exists (select from whole)
        and (${hasText(sql`s.name`, containing(text))} or s.identifier ilike ${containing(text)})))`,
  ],
  // Finding the matches costs more than sorting them.
  countsWhileSorting: ({ search }) => Boolean(search),
  // By relevance: those that wait for their close-out or have not ended, which are few, then the
  // newest of the others. The days have a margin of one, because it is another day elsewhere.
  candidates: ({ sort, search, ...filters }, matching, maxRows) =>
    sort === 'relevance' && !search
      ? sql`
        select fairs.id from fairs where fairs.end_date >= current_date - 1 and ${matching}
        union all (
          select fairs.id
          from fairs
          where fairs.end_date < current_date - 1
            and ${isOpen}
            and ${matching}
          order by fairs.end_date, fairs.id
          limit ${maxRows})
        union all (
          select fairs.id
          from fairs
          where ${mayBeClosed(filters)}
            and fairs.end_date < current_date - 1
            and not (${isOpen})
            and ${matching}
          order by fairs.end_date desc, fairs.id
          limit ${maxRows})`
      : undefined,
  exported: exportedList<FairRow, typeof FAIR_LIST>('Fairs', FAIR_LIST, {
    packageOption: (row) => PACKAGE_OPTIONS[row.packageOption],
    closeOut: (row) => (row.closeOutReverted ? 'reverted' : row.closeOutState),
  }),
});

type FairRow = Omit<Fair, 'salesTaxRate'>;
const toFair = (row: FairRow): Fair => ({
  ...row,
  salesTaxRate: percentOfPpm(row.salesTaxRatePpm),
});

/** Returns one page of fairs and the number of matching ones. */
export async function findFairs(
  db: Db,
  query: FairsQuery,
): Promise<{ results: Fair[]; total: Total }> {
  const { results, total } = await fairList.find(db, query);
  return { results: results.map(toFair), total };
}

/** Returns one fair as the list shows it. */
export async function findFair(db: Db, id: string): Promise<Fair | undefined> {
  const row = await fairList.findById(db, id);
  return row && toFair(row);
}
