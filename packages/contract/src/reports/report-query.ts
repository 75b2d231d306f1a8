import { z } from 'zod';
import { type PaymentMethod, PaymentMethodNumber } from '../sales/payment-methods.ts';
import type { ReportDescription } from './description.ts';
import { REPORTS, type ReportType as ReportName } from './list.ts';
import { SHIPPING_STATUS } from './ship-to-school.ts';
import { Season } from '../fairs/seasons.ts';
import { closedSet, Day, Id, QueryBoolean } from '../values.ts';
import { daysBetween } from '../values/days.ts';

/** Query of a report: type, school, fairs, days and format (domain 9.1). */

/** Report types (specification 3). */
export const ReportType = closedSet(REPORTS, 'Please select a report type.');

export type ReportType = ReportName;

/** Returns true if the report has this question of its own. */
export function asksFor(
  reportType: ReportType,
  question: NonNullable<ReportDescription['asks']>[number],
): boolean {
  const { asks }: ReportDescription = REPORTS[reportType];
  return asks?.includes(question) === true;
}

/** School identifier for the fairs of all schools together. */
export const ALL_SCHOOLS = '*';
/**
 * Maximum number of fairs that a JSON report of all schools adds up order by order; with more it is
 * made as a file. Without a method, figures of fairs and days are stored.
 */
export const MAX_COMPUTED_FAIRS = 500;
/** Maximum number of fairs that a JSON report of all schools lists; its files list all. */
export const MAX_LISTED_FAIRS = 500;

/** Maximum range of a report, in days (domain 9.1). */
export const MAX_REPORT_DAYS = 366;

/** Filters of the fairs of all schools, by their names in messages. */
export const COMPANY_FILTERS = { region: 'region', adminId: 'admin', season: 'season' } as const;

const requiredDay = (message: string) => z.string(message).min(1, message).pipe(Day);

/**
 * Query of a report. Days are in the fair's time zone, both ends included (specification 5, domain
 * 9.1). Identifiers ignore case. `method` limits the report to orders paid wholly or partly by that
 * method; its figures are those of the whole orders, so that tenders and uncollected still add up
 * to the total. Cash control and settlement are then null, and the memos still cover the school.
 * `method` is null for stock reports. `*` as the school means all schools. The fairs of all schools
 * may be limited further: `region` is that of their schools, `adminId` the person in charge, `season`
 * the half year in which they start. The memos cover the schools of the region. `wholeFair` takes all
 * transactions of the one fair, whatever the days. `status` limits
 * SHIP_TO_SCHOOL to lines with that status, `byDevice` adds the figures of each register and day to
 * DAILY_SALES of one school; other reports ignore both.
 */
export const ReportQuery = z
  .strictObject({
    reportType: ReportType,
    schoolIdentifier: z
      .string('School identifier is required.')
      .trim()
      .min(1, 'School identifier is required.')
      .max(40, 'Use at most 40 characters.'),
    startDate: requiredDay('Start date is required.'),
    endDate: requiredDay('End date is required.'),
    fairIdentifier: z.string().trim().min(1).max(40).optional(),
    method: z
      .union([
        PaymentMethodNumber,
        z.enum(['1', '2', '3', '4', '5', '6']).transform((value) => Number(value) as PaymentMethod),
      ])
      .optional(),
    status: closedSet(SHIPPING_STATUS, 'Choose to_ship, shipped or delivered.').optional(),
    byDevice: QueryBoolean.optional(),
    wholeFair: QueryBoolean.optional(),
    region: z.string().trim().min(1).max(60, 'Use at most 60 characters.').optional(),
    adminId: Id.optional(),
    season: Season.optional(),
    format: z.enum(['json', 'xlsx', 'csv', 'pdf'], 'Choose json, xlsx, csv or pdf.').optional(),
  })
  .refine(({ startDate, endDate }) => endDate >= startDate, {
    path: ['endDate'],
    message: 'End date should not be before start date.',
  })
  .refine(
    ({ schoolIdentifier, fairIdentifier }) =>
      schoolIdentifier !== ALL_SCHOOLS || fairIdentifier === undefined,
    { path: ['fairIdentifier'], message: 'Choose the school of the fair, or all fairs.' },
  )
  .refine(({ fairIdentifier, wholeFair }) => !wholeFair || fairIdentifier !== undefined, {
    path: ['fairIdentifier'],
    message: 'Choose the fair that is reported whole.',
  })
  .refine(({ schoolIdentifier, byDevice }) => schoolIdentifier !== ALL_SCHOOLS || !byDevice, {
    path: ['byDevice'],
    message: 'Choose a school to see each register.',
  })
  .superRefine(({ schoolIdentifier, ...query }, context) => {
    if (schoolIdentifier === ALL_SCHOOLS) return;
    for (const [name, what] of Object.entries(COMPANY_FILTERS))
      if (query[name as keyof typeof COMPANY_FILTERS] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `Choose all schools to filter by ${what}.`,
        });
  })
  .refine(
    ({ startDate, endDate, wholeFair }) =>
      wholeFair || daysBetween(startDate, endDate) < MAX_REPORT_DAYS,
    { path: ['endDate'], message: `Choose at most ${MAX_REPORT_DAYS} days.` },
  );
export type ReportQuery = z.output<typeof ReportQuery>;

/** Maximum number of lines in a JSON report; a larger one is made as a file. */
export const MAX_SHOWN_LINES = 10_000;

/**
 * Maximum number of lines in a file that GET answers with, which is made in memory; the files of jobs
 * have no limit, except PDF.
 */
export const MAX_DIRECT_LINES = 20_000;

/** Maximum number of lines in a PDF, about 400 pages. Nobody reads more, and it is made in memory. */
export const MAX_PDF_LINES = 20_000;

/** Request for a report that a job makes as a file: the query of the screen, and the format. */
export const NewReportFile = ReportQuery.safeExtend({
  format: z.enum(['xlsx', 'csv', 'pdf'], 'Choose xlsx, csv or pdf.'),
});
export type NewReportFile = z.output<typeof NewReportFile>;
/** `result` of such a job. `lines` is null until the file is ready. */
export const ReportFileResult = z.strictObject({
  question: NewReportFile,
  lines: z.int().nullable(),
});
export type ReportFileResult = z.infer<typeof ReportFileResult>;
