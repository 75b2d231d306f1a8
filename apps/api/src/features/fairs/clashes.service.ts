import type { Reason } from '@pos/contract/errors';
import type { CalendarFair, CalendarQuery } from '@pos/contract/fairs';
import type { Db } from '#api/db/db.ts';
import { findClashes, findFairsInRange } from './clashes.queries.ts';
import { clashWarnings } from './clashes.rules.ts';

/** Returns the warnings about clashes with other fairs, by fair ID. */
export async function getClashWarnings(
  db: Db,
  fairIds: readonly string[],
): Promise<Map<string, Reason[]>> {
  const warnings = new Map<string, Reason[]>();
  for (const [fairId, clashes] of await findClashes(db, fairIds))
    warnings.set(fairId, clashes.flatMap(clashWarnings));
  return warnings;
}

/** Returns the fairs whose dates overlap a range, by start, each with its clashes. */
export async function getCalendar(db: Db, query: CalendarQuery): Promise<CalendarFair[]> {
  const fairs = await findFairsInRange(db, query);
  const ids = fairs.map(({ id }) => id);
  const warnings = await getClashWarnings(db, ids);
  return fairs.map((fair) => ({ ...fair, clashes: warnings.get(fair.id) ?? [] }));
}
