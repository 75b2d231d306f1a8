import { pageAddress } from '@pos/contract/addresses';
import type { Reason } from '@pos/contract/errors';
import type { CalendarFair, CalendarQuery } from '@pos/contract/fairs/fairs';
import type { Db } from '#api/db/db.ts';
import { findClashes, findFairsInRange, type Clash } from './clashes.queries.ts';

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

/** Returns the warnings about a clash, one for the school, admin and devices each (domain 3.5). */
function clashWarnings({
  otherId,
  otherName,
  otherSchool,
  sameSchool,
  admin,
  devices,
}: Clash): Reason[] {
  const link = pageAddress('fair-details', { id: otherId });
  const reasons: Reason[] = [];
  if (sameSchool)
    reasons.push({
      code: 'SCHOOL_CLASH',
      text: `"${otherName}" takes place at the same school on the same days.`,
      link,
    });
  if (admin !== null)
    reasons.push({
      code: 'ADMIN_CLASH',
      text: `${admin} runs "${otherName}" at ${otherSchool} on the same days.`,
      link,
    });
  if (devices.length > 0)
    reasons.push({
      code: 'DEVICE_CLASH',
      text: `${devices.join(', ')} ${devices.length === 1 ? 'is' : 'are'} also planned for "${otherName}" on the same days.`,
      link,
    });
  return reasons;
}
