import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { edit, readSales } from '../permissions.ts';
import { ReportHead } from '../reports/reports.ts';
import { dailySalesTotals } from '../reports/daily-sales.ts';
import { lastCopy } from '../reports/last-copy.ts';
import { objectSchema } from '../reports/schemas.ts';
import { shipToSchool } from '../reports/ship-to-school.ts';
import { pick } from '../reports/columns.ts';
import { dataSchema, Day, Done } from '../values.ts';

/**
 * One day of a fair on one page, for the school. `sales` are that day's totals of DAILY_SALES,
 * `lastCopies` is LAST_COPY at its end, `shipToSchool` is SHIP_TO_SCHOOL of its orders; amounts in
 * cents. Names are null without the right to read Students (`showsStudents`). `coordinator` is the
 * recipient of the mail; `email` is empty if there is no address.
 */
export const DaySheet = z.strictObject({
  businessDay: Day,
  head: ReportHead,
  coordinator: z.strictObject({ name: z.string(), email: z.string() }),
  sales: objectSchema(dailySalesTotals),
  lastCopies: objectSchema(lastCopy.body),
  shipToSchool: objectSchema(pick(shipToSchool.body, 'showsStudents', 'rows', 'totals')),
});
export type DaySheet = z.infer<typeof DaySheet>;

export const daySheetsApi = defineApi({
  get: {
    call: 'GET /v1/fairs/day-sheet/:id',
    place: 'seen',
    access: readSales,
    names: 'fair',
    summary: "Get a fair's day on one page, for its school",
    file: true,
    description:
      '`:id` is the fair, `businessDay` a day by its clock, today unless given. `format=pdf` answers the page to print. Names require the right to read Students.',
    query: z.strictObject({
      businessDay: Day.optional(),
      format: z.enum(['json', 'pdf'], 'Choose json or pdf.').optional(),
    }),
    response: dataSchema(DaySheet),
  },
  send: {
    call: 'POST /v1/fairs/send-day-sheet/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: "Email a day's sheet to the school's coordinator",
    idempotent: true,
    description:
      '`:id` is the fair. The page is attached as a PDF, always without names of students. 409 INVALID_TRANSITION if the school has no coordinator with an email address.',
    body: z.strictObject({ businessDay: Day }),
    response: Done,
  },
});
