import type { Day } from '@pos/contract/values';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allOf } from '#api/db/all-of.ts';

/** Bounds of a business day in any time zone: earliest start before its UTC day, and latest end. */
const MAX_LEAD = sql`interval '14 hours'`;
const MAX_END = sql`interval '36 hours'`;

/**
 * SQL condition: rows of these business days, inclusive. Also limits the times to those that the days
 * allow, so that newest-first indexes can be used.
 */
export function inDays(
  businessDay: RawBuilder<unknown>,
  instant: RawBuilder<unknown>,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
): RawBuilder<SqlBool> {
  const conditions = [
    ...(from
      ? [
          sql`
            ${businessDay} >= ${from}::date
              and ${instant} >= ${from}::timestamp at time zone 'UTC' - ${MAX_LEAD}`,
        ]
      : []),
    ...(to
      ? [
          sql`
            ${businessDay} <= ${to}::date
              and ${instant} < ${to}::timestamp at time zone 'UTC' + ${MAX_END}`,
        ]
      : []),
  ];
  return allOf(conditions);
}
