import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { ReportHead } from '@pos/contract/reports/reports';
import { ALL_SCHOOLS, type ReportType } from '@pos/contract/reports/report-query';
import { filterTexts } from '@pos/contract/reports/filters';
import { outsideText } from '@pos/contract/reports/outside';
import { REPORTS } from '@pos/contract/reports/list';
import type { ShippingStatus } from '@pos/contract/reports/ship-to-school';
import { formatInstant, wallClock } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';

/** Facts of a report beside its figures. */
export type ReportFacts = ReportHead & {
  reportType: ReportType;
  showsStudents?: boolean;
  status?: ShippingStatus | null;
};

export function isOfAllSchools({ school }: Pick<ReportHead, 'school'>): boolean {
  return school.identifier === ALL_SCHOOLS;
}

/** Formats `Lincoln Elementary (MI006719)`, or `All schools · Region: North` with the filters. */
export function schoolText({ school, filters }: Pick<ReportHead, 'school' | 'filters'>): string {
  const { identifier, name } = school;
  if (identifier !== ALL_SCHOOLS) return `${name} (${identifier})`;
  return [name, ...filterTexts(filters).map(([label, value]) => `${label}: ${value}`)].join(' · ');
}

/** Maximum number of fairs listed by name. Beyond that only their number is shown. */
const NAMED_FAIRS = 20;

/**
 * Describes if a report is final (domain 9.1): `Final (close-out v2)`, with several fairs the
 * close-out of each.
 */
export function stateText({ state, fairs }: Pick<ReportHead, 'state' | 'fairs'>): string {
  if (fairs.length > NAMED_FAIRS) {
    const open = fairs.filter(({ closeOutState }) => closeOutState === 'open').length;
    return open === 0
      ? 'Final: every close-out finished'
      : `Provisional: close-out open at ${pluralize(open, 'fair')}`;
  }
  const versions = fairs.flatMap(({ identifier, closeOutNumber }) =>
    closeOutNumber === null
      ? []
      : [fairs.length === 1 ? `v${closeOutNumber}` : `${identifier} v${closeOutNumber}`],
  );
  if (state === 'final') return `Final (close-out ${versions.join(', ')})`;
  return fairs.length === 0 ? 'Provisional: no fair in this range' : 'Provisional: close-out open';
}

export function fairsText(fairs: ReportHead['fairs']): string {
  if (fairs.length > NAMED_FAIRS) return pluralize(fairs.length, 'fair');
  return fairs.length === 0
    ? 'No fair'
    : fairs.map((fair) => `${fair.name} (${fair.identifier})`).join(', ');
}

export function rangeText({ range }: Pick<ReportHead, 'range'>): string {
  return `${formatDay(range.startDate)} – ${formatDay(range.endDate)}`;
}

/** Describes the days that the report counts. */
export function daysText(report: Pick<ReportHead, 'school'>, timeZone: string): string {
  return isOfAllSchools(report) ? "each fair's local days" : `days in ${timeZone}`;
}

export function methodText({ method }: Pick<ReportHead, 'method'>): string {
  return method === null
    ? 'All'
    : `Only orders paid, wholly or in part, by ${PAYMENT_METHODS[method]}`;
}

/** Note shown if columns about students are empty. */
export const NO_STUDENTS =
  'Student, grade and family ID are hidden because they require the right to read Students.';

const NO_STUDENTS_IN_LINES =
  'Names, grades and teachers are hidden because they require the right to read Students.';

/** Returns a clock that shows instants in the time zone of a fair, as spreadsheets write them. */
export function makeClock(
  fairs: ReportHead['fairs'],
): (fairIdentifier: string, instant: string) => string {
  const zones = new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  return (fairIdentifier, instant) => wallClock(instant, zones.get(fairIdentifier) ?? 'UTC');
}

/**
 * Returns the name of a report's file: `sales-summary_MI006719_2026-10-12_2026-10-16.xlsx`. That of
 * all schools names its filters: `…_all-schools_region-north_season-fall-2026_…`.
 */
export function reportFileName(
  { reportType, school, filters, range }: ReportFacts,
  extension: string,
): string {
  const subject =
    school.identifier === ALL_SCHOOLS
      ? ['all-schools', ...filterTexts(filters).map((words) => toSlug(words.join(' ')))]
      : [school.identifier];
  const type = reportType.toLowerCase().replaceAll('_', '-');
  return `${[type, ...subject, range.startDate, range.endDate].join('_')}.${extension}`;
}

/** Lowercase words with hyphens, for a file's name. */
function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Note for readers of the staff without the right to see students; undefined if there is none. */
export function studentsNote(report: ReportFacts, isOutside: boolean): string | undefined {
  const isHidden = report.showsStudents === false && !isOutside;
  return isHidden ? NO_STUDENTS_IN_LINES : undefined;
}

/** Lines above a report's table: type, school, fairs, range, time, author, state (domain 9.1). */
export function titleLines(report: ReportFacts, timeZone: string, isOutside = false): string[] {
  const { fairs, method, generatedAt, generatedBy, companyName } = report;
  const note = studentsNote(report, isOutside);
  const left = outsideText(report);
  return [
    REPORTS[report.reportType].title,
    companyName,
    schoolText(report),
    `Fairs: ${fairsText(fairs)}`,
    `${rangeText(report)}, ${daysText(report, timeZone)}`,
    ...(method === null ? [] : [methodText(report)]),
    `Generated ${formatInstant(generatedAt, timeZone)} by ${generatedBy}`,
    stateText(report),
    ...(left === undefined ? [] : [left]),
    ...(note === undefined ? [] : [note]),
  ];
}
