import { PAYMENT_METHODS } from '@pos/contract/payments';
import { REPORTS, type Report, type ReportHead } from '@pos/contract/reports';
import type { Day, Instant } from '@pos/contract/values';

/** `MM/DD/YYYY`, the specification's date format. */
export function dayText(day: Day): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

/** `MM/DD/YYYY hh:mm AM` by the clock of an IANA zone. */
export function momentText(instant: Instant, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hour12: true });
  const parts = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  return `${parts['month']}/${parts['day']}/${parts['year']} ${parts['hour']}:${parts['minute']} ${parts['dayPeriod']}`;
}

export function stateText({ state, fairs }: Pick<ReportHead, 'state' | 'fairs'>): string {
  if (state === 'final') return 'Final: every fair is closed out';
  return fairs.length === 0 ? 'Provisional: no fair in this range' : 'Provisional: close-out open';
}

export function fairsText(fairs: ReportHead['fairs']): string {
  return fairs.length === 0 ? 'No fair' : fairs.map((fair) => `${fair.name} (${fair.identifier})`).join(', ');
}

export function rangeText({ range }: Pick<ReportHead, 'range'>): string {
  return `${dayText(range.startDate)} – ${dayText(range.endDate)}`;
}

export function methodText({ method }: Pick<ReportHead, 'method'>): string {
  return method === null ? 'All' : `Only orders paid, wholly or in part, by ${PAYMENT_METHODS[method]}`;
}

/** The name of a report's file: `sales-summary_MI006719_2026-10-12_2026-10-16.xlsx`. */
export function reportFileName({ reportType, school, range }: Report, extension: string): string {
  return `${reportType.toLowerCase().replaceAll('_', '-')}_${school.identifier}_${range.startDate}_${range.endDate}.${extension}`;
}

/** The lines above a report's table: what, whose, where, when, by whom, how final (domain 9.1). */
export function titleLines(report: Report, timeZone: string): string[] {
  const { school, fairs, method, generatedAt, generatedBy, companyName } = report;
  return [
    REPORTS[report.reportType].title,
    companyName,
    `${school.name} (${school.identifier})`,
    `Fairs: ${fairsText(fairs)}`,
    `${rangeText(report)}, days of ${timeZone}`,
    ...(method === null ? [] : [methodText(report)]),
    `Generated ${momentText(generatedAt, timeZone)} by ${generatedBy}`,
    stateText(report),
  ];
}
