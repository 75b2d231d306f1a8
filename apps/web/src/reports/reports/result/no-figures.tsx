import type { Report } from '@pos/contract/reports/reports';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import type { ReportDescription } from '@pos/contract/reports/description';
import { REPORTS } from '@pos/contract/reports/list';
import { valueAt } from '@pos/contract/reports/tables';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { IconReportOff } from '@tabler/icons-react';
import { Empty } from '#web/ui/messages/notice.tsx';
import { excludedText, reportTimeZone } from './report-words.ts';

/** False for a report in which nothing happened: sales, refunds or other activity. */
export function hasFigures(report: Report): boolean {
  const { activity }: ReportDescription = REPORTS[report.reportType];
  if (!activity) return report.rows.length > 0;
  return [...report.rows, report.totals].some((figures) =>
    activity.some((name) => valueAt(figures, name.split('.'))),
  );
}

/** Maximum number of registers named. */
const NAMED = 8;

function toNames(names: readonly string[]): string {
  return names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');
}

/** Empty state with its reasons: no fair on these days, unsent orders, held orders. */
export function NoFigures({ report }: { report: Report }) {
  const { school, range, fairs, unsentDevices, silentDevices, excluded } = report;
  const { nothing }: ReportDescription = REPORTS[report.reportType];
  const noFair = `${school.identifier === ALL_SCHOOLS ? 'No school has a fair' : 'This school has no fair'} in this date range.`;
  if (nothing)
    return (
      <Empty
        title={`${nothing.title} ${formatDayRange(range.startDate, range.endDate)} at ${school.name}`}
        icon={IconReportOff}
        text={fairs.length === 0 ? noFair : nothing.why}
      />
    );
  const reasons = [
    fairs.length === 0 && noFair,
    unsentDevices.length > 0 &&
      `${pluralize(unsentDevices.length, 'register has', 'registers have')} unsent orders: ${toNames(unsentDevices.map(({ deviceId, unsentOrders }) => `${deviceId} (${unsentOrders})`))}.`,
    silentDevices.length > 0 &&
      `${pluralize(silentDevices.length, 'register has', 'registers have')} not synced since: ${toNames(silentDevices.map(({ deviceId, lastSyncAt }) => `${deviceId} (${lastSyncAt ? formatInstant(lastSyncAt, reportTimeZone(report)) : 'never'})`))}.`,
    excluded.openOrders + excluded.heldOrders > 0 && excludedText(report),
    fairs.length > 0 &&
      unsentDevices.length + silentDevices.length === 0 &&
      excluded.openOrders + excluded.heldOrders === 0 &&
      'All registers have sent their orders. Nothing was sold or refunded in this date range.',
  ];
  return (
    <Empty
      title={`No sales ${formatDayRange(range.startDate, range.endDate)} at ${school.name}`}
      icon={IconReportOff}
      text={reasons.filter(Boolean).join(' ')}
    />
  );
}
