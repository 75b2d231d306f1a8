import type { DaySheet } from '@pos/contract/close-out/day-sheets';
import type { Day } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { dailySales } from './daily-sales/daily-sales.ts';
import { lastCopy } from './last-copy/last-copy.ts';
import { reportHead } from './files/report-head.ts';
import { NO_FILTERS, type ReportScope } from './report-scope.ts';
import { fairByIdRow, reportSettingsRow } from './reports.queries.ts';
import { shipToSchool } from './ship-to-school/ship-to-school.ts';

/**
 * Returns one day of one fair from DAILY_SALES, LAST_COPY and SHIP_TO_SCHOOL, using the same code.
 * `by` is the person's name. The fair must exist.
 */
export async function fairDay(
  db: Db,
  fairId: string,
  day: Day,
  by: string,
  showsStudents: boolean,
): Promise<Omit<DaySheet, 'coordinator'>> {
  const { fair, school } = await fairByIdRow(db, fairId);
  const scope: ReportScope = {
    schoolId: school.id,
    filters: NO_FILTERS,
    fairs: [fair],
    startDate: day,
    endDate: day,
    method: null,
  };
  const { totals: sales } = await dailySales(db, scope);
  const { threshold, rows, totals } = await lastCopy(db, scope);
  const shipped = await shipToSchool(db, scope, null, showsStudents);
  return {
    businessDay: day,
    head: await reportHead(db, scope, {
      school,
      generatedBy: by,
      settings: await reportSettingsRow(db),
      totalCents: sales.totalCents,
      isPartOfFair: false,
    }),
    sales,
    lastCopies: { threshold, rows, totals },
    shipToSchool: { showsStudents, rows: shipped.rows, totals: shipped.totals },
  };
}
