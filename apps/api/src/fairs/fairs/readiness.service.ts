import type { Db } from '#api/db/db.ts';
import { readiness } from './fairs.rules.ts';
import { findFairsStarting } from './readiness.queries.ts';

/** A fair that starts soon, with its progress on the checklist. */
export type NextFair = {
  id: string;
  name: string;
  schoolName: string;
  startDate: string;
  endDate: string;
  daysLeft: number;
  done: number;
  of: number;
  /** Items that are not done, by name. */
  missing: string[];
};

/** Returns active fairs that start within `withinDays` days with the state of their checklists. */
export async function readFairsStarting(
  db: Db,
  which: { fairId?: string | undefined; schoolId?: string | undefined },
  withinDays: number,
): Promise<NextFair[]> {
  const fairs = await findFairsStarting(db, which, withinDays);
  return fairs.map((fair) => {
    const { id, name, schoolName, startDate, endDate, daysLeft } = fair;
    const devices = fair.deviceIds.map((deviceId) => ({ deviceId, planned: true }));
    const items = readiness(fair, fair, devices, fair.templates);
    const missing = items.filter(({ done }) => !done).map(({ text }) => text);
    return {
      id,
      name,
      schoolName,
      startDate,
      endDate,
      daysLeft,
      done: items.length - missing.length,
      of: items.length,
      missing,
    };
  });
}
