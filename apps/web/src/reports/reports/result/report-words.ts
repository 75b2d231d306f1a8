import type { Report } from '@pos/contract/reports/reports';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import { filterTexts } from '@pos/contract/reports/filters';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { HERE } from '#web/lib/input/time.ts';

type Head = Pick<
  Report,
  | 'school'
  | 'filters'
  | 'fairs'
  | 'range'
  | 'generatedAt'
  | 'registers'
  | 'unsentDevices'
  | 'excluded'
>;

/** Zone in which the report counts days: that of its fairs. */
export function reportTimeZone({ fairs }: Pick<Head, 'fairs'>): string {
  return fairs[0]?.timeZone ?? HERE;
}

/** Maximum number of fairs named; more are only counted. */
const NAMED_FAIRS = 6;

/** Identifiers of the fairs, or their number. */
export function fairsText(fairs: Head['fairs']): string {
  return fairs.length > NAMED_FAIRS
    ? pluralize(fairs.length, 'fair', 'fairs')
    : fairs.map(({ identifier }) => identifier).join(', ');
}

/** Names of the fairs; empty for more than are named. */
export function fairNames(fairs: Head['fairs']): string {
  return fairs.length > NAMED_FAIRS ? '' : fairs.map(({ name }) => name).join(', ');
}

/** `Lincoln Elementary (MI006719)`, or `All schools · Region: North` with the filters. */
export function schoolText(head: Pick<Head, 'school' | 'filters'>): string {
  const { identifier, name } = head.school;
  return identifier === ALL_SCHOOLS ? subjectText(head) : `${name} (${identifier})`;
}

/** Name of the school, or of all with the filters. */
export function subjectText({ school, filters }: Pick<Head, 'school' | 'filters'>): string {
  return [school.name, ...filterTexts(filters).map(([label, value]) => `${label}: ${value}`)].join(
    ' · ',
  );
}

/** `10/12/2026 – 10/16/2026, Eastern`; names every zone. */
export function rangeText({ range, fairs, school }: Head): string {
  if (school.identifier === ALL_SCHOOLS)
    return `${formatDayRange(range.startDate, range.endDate)}, each fair's local days`;
  const zones = [...new Set(fairs.map(({ timeZone }) => zoneName(timeZone)))];
  return [formatDayRange(range.startDate, range.endDate), ...zones].join(', ');
}

/**
 * `data as of 10/16/2026 04:31 PM, all sent by 2 of 2 registers`, in the zone that `rangeText` names.
 */
export function asOfText(head: Head): string {
  const zone = reportTimeZone(head);
  const sent =
    head.registers === 0
      ? ''
      : `, all sent by ${head.registers - head.unsentDevices.length} of ${pluralize(head.registers, 'register', 'registers')}`;
  const unnamed =
    head.fairs.length === 0 || head.school.identifier === ALL_SCHOOLS ? ` ${zoneName(zone)}` : '';
  return `data as of ${formatInstant(head.generatedAt, zone)}${unnamed}${sent}`;
}

/** `Final, close-out v2`: every fair listed is closed out. */
export function finalText(fairs: Head['fairs']): string {
  if (fairs.length > NAMED_FAIRS) return 'Final, every close-out finished';
  const versions = fairs.flatMap(({ closeOutNumber }) =>
    closeOutNumber === null ? [] : [`v${closeOutNumber}`],
  );
  return `Final, close-out ${versions.join(', ')}`;
}

/**
 * Items the figures leave out: `Not included: 0 open, 0 pending, 2 failed.` Names held orders only
 * if there are any.
 */
export function excludedText({
  excluded: { openOrders, pendingPayments, failedPayments, heldOrders },
}: Head): string {
  const held = heldOrders > 0 ? `, ${pluralize(heldOrders, 'held order', 'held orders')}` : '';
  return `Not included: ${pluralize(openOrders, 'open order', 'open orders')}, ${pluralize(pendingPayments, 'pending payment', 'pending payments')}, ${pluralize(failedPayments, 'failed payment', 'failed payments')}${held}.`;
}

/** Note shown if columns about students are left out. */
export const NO_STUDENTS =
  'Names, grades and teachers are hidden because they require the right to read Students.';
