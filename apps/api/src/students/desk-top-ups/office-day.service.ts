import type { OfficeDay } from '@pos/contract/students/desk-top-ups';
import { holds } from '@pos/contract/permissions';
import type { Day } from '@pos/contract/values';
import { today } from '@pos/contract/values/clock';
import type { Db } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { FileAnswer } from '#api/http/feature.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { officeDayPdf } from './office-day-pdf.ts';
import {
  findOffice,
  payoutReversalsOfDay,
  payoutsOfDay,
  reversalsOfDay,
  topUpsOfDay,
} from './office-day.queries.ts';
import { sumOfficeDay } from './office-day.rules.ts';

const SHEET_TIMEOUT_MS = 60_000;

/**
 * Reads the desk top-ups, payouts and reversals of one day of the office, today in its time zone
 * unless `day` is given. Names depend on the reader's rights.
 */
export function readOfficeDay(
  db: Db,
  { name, rights }: Pick<SignedInAdmin, 'name' | 'rights'>,
  day?: Day,
): Promise<OfficeDay> {
  const readsStudents = holds(rights, 'Students', 'read_only');
  return inSnapshot(db, SHEET_TIMEOUT_MS, async (snapshot) => {
    const office = await findOffice(snapshot);
    const businessDay = day ?? today(office.timeZone);
    const lines = {
      topUps: await topUpsOfDay(snapshot, businessDay, readsStudents),
      reversals: await reversalsOfDay(snapshot, businessDay, readsStudents),
      payouts: await payoutsOfDay(snapshot, businessDay, readsStudents),
      payoutReversals: await payoutReversalsOfDay(snapshot, businessDay, readsStudents),
    };
    return {
      businessDay,
      ...office,
      generatedAt: new Date().toISOString(),
      generatedBy: name,
      ...lines,
      ...sumOfficeDay(lines),
    };
  });
}

/** Returns the sheet as a PDF to print. */
export async function officeDayFile(day: OfficeDay): Promise<FileAnswer> {
  return new FileAnswer(
    `office-day_${day.businessDay}.pdf`,
    'application/pdf',
    await officeDayPdf(day),
  );
}
