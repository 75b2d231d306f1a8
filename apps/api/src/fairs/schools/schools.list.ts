import { SCHOOL_LIST } from '@pos/contract/fairs/schools.columns';
import { SchoolsQuery, type SchoolRow } from '@pos/contract/fairs/schools';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { exportedList } from '#api/lists/exported-list.ts';
import { isIn, List } from '#api/lists/list.ts';
import { containing, hasText } from '#api/lists/search-text.ts';

const fairs = sql<number>`(select count(*) from fairs where fairs.school_id = schools.id)`;

/** Exemption on the school's current day (domain 8.12). */
const exemption = sql<SchoolRow['exemption']>`case
  when not schools.tax_exempt then 'none'
  when schools.exempt_valid_to < (now() at time zone schools.time_zone)::date then 'expired'
  when schools.exempt_certificate_no is null then 'incomplete'
  else 'current' end`;

/** Schools with the number of their fairs. */
export function selectSchools(db: Db) {
  return db
    .selectFrom('schools')
    .select([
      'schools.id',
      'schools.identifier',
      'schools.name',
      'schools.address',
      'schools.city',
      'schools.state',
      'schools.zip',
      'schools.phone',
      'schools.timeZone',
      'schools.region',
      'schools.enrollment',
      'schools.taxExempt',
      'schools.exemptValidTo',
      'schools.factsEnabled',
      'schools.coordinatorName',
      'schools.coordinatorEmail',
      'schools.coordinatorPhone',
      'schools.aveDollarBalanceCents',
      'schools.inSource',
      'schools.status',
      'schools.version',
      'schools.createdAt',
      'schools.updatedAt',
    ])
    .select([fairs.as('fairs'), exemption.as('exemption')]);
}

/** The schools list. */
export const schoolList = new List(SchoolsQuery, {
  rows: selectSchools,
  id: 'schools.id',
  sorts: {
    name: sql`lower(schools.name)`,
    identifier: sql`lower(schools.identifier)`,
    city: sql`nullif(lower(schools.city), '')`,
    state: sql`nullif(schools.state, '')`,
    region: sql`nullif(lower(schools.region), '')`,
    enrollment: sql`schools.enrollment`,
    coordinatorName: sql`nullif(lower(schools.coordinator_name), '')`,
    fairs,
    aveDollarBalanceCents: sql`schools.ave_dollar_balance_cents`,
    status: sql`schools.status`,
  },
  emptyLast: ['city', 'state', 'region', 'enrollment', 'coordinatorName'],
  filters: {
    status: (statuses) => isIn(sql`schools.status`, statuses),
    state: (states) => isIn(sql`schools.state`, states),
    region: (region) => sql`lower(schools.region) = ${region.toLowerCase()}`,
    taxExempt: (isExempt) => sql`schools.tax_exempt = ${isExempt}`,
    exemption: (states) => isIn(exemption, states),
    factsEnabled: (isEnabled) => sql`schools.facts_enabled = ${isEnabled}`,
    inSource: (isInSource) => sql`schools.in_source = ${isInSource}`,
  },
  // An array, because a few percent of all schools would be looked for in the order of their names.
  search: (text) => [
    sql`
    schools.id = any(array(
      select s.id
      from schools s
      where ${hasText(sql`s.name`, containing(text))}
        or s.identifier ilike ${containing(text)}
        or ${hasText(sql`s.city`, containing(text))}))`,
  ],
  countsWhileSorting: ({ search }) => Boolean(search),
  exported: exportedList<SchoolRow, typeof SCHOOL_LIST>('Schools', SCHOOL_LIST, {}),
});
