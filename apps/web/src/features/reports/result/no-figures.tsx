import type { Report } from '@pos/contract/reports';
import type { ReportType } from '@pos/contract/report-query';
import { IconReportOff } from '@tabler/icons-react';
import { pluralize } from '#web/lib/money.ts';
import { formatDayRange, formatInstant } from '#web/lib/time.ts';
import { Empty } from '#web/ui/notice.tsx';
import { excludedText, reportTimeZone } from './report-words.ts';

/** False for a report in which nothing was sold, refunded or, in a summary, funded. */
export function hasFigures(report: Report): boolean {
  switch (report.reportType) {
    case 'SALES_SUMMARY':
      return (
        report.totals.orders > 0 ||
        report.totals.refundNetCents !== 0 ||
        report.totals.eWallet.fundedCents !== 0
      );
    case 'DAILY_SALES':
      return report.rows.some(
        ({ orders, refundNetCents, totalCents, expectedCashDepositCents }) =>
          orders > 0 ||
          refundNetCents !== 0 ||
          totalCents !== 0 ||
          Boolean(expectedCashDepositCents),
      );
    case 'ITEM_SALES':
    case 'SHIP_TO_SCHOOL':
    case 'SALES_ORDER_PER_ITEM':
    case 'LAST_COPY':
    case 'FAIR_RETURN_REPORT':
      return report.rows.length > 0;
  }
}

/** Reports whose empty state is not about missing sales, with their texts. */
const NOTHING: Partial<Record<ReportType, { title: string; why: string }>> = {
  SHIP_TO_SCHOOL: {
    title: 'Nothing to ship to school',
    why: 'No ship-to-school order in this date range has the chosen status, or all were refunded.',
  },
  LAST_COPY: {
    title: 'No last copies',
    why: 'Every title at these fairs has more than its last copies on hand, or no packing list is loaded.',
  },
  FAIR_RETURN_REPORT: {
    title: 'Nothing to return',
    why: 'No packing list is loaded for these fairs.',
  },
};

/** Maximum number of registers named. */
const NAMED = 8;

function namesOf(names: readonly string[]): string {
  return names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');
}

/** Empty state with its reasons: no fair on these days, unsent orders, held orders. */
export function NoFigures({ report }: { report: Report }) {
  const { school, range, fairs, unsentDevices, silentDevices, excluded } = report;
  const ofStock = NOTHING[report.reportType];
  if (ofStock)
    return (
      <Empty
        title={`${ofStock.title} ${formatDayRange(range.startDate, range.endDate)} at ${school.name}`}
        icon={IconReportOff}
        text={fairs.length === 0 ? 'This school has no fair in this date range.' : ofStock.why}
      />
    );
  const reasons = [
    fairs.length === 0 && 'This school has no fair in this date range.',
    unsentDevices.length > 0 &&
      `${pluralize(unsentDevices.length, 'register has', 'registers have')} unsent orders: ${namesOf(unsentDevices.map(({ deviceId, unsentOrders }) => `${deviceId} (${unsentOrders})`))}.`,
    silentDevices.length > 0 &&
      `${pluralize(silentDevices.length, 'register has', 'registers have')} not synced since: ${namesOf(silentDevices.map(({ deviceId, lastSyncAt }) => `${deviceId} (${lastSyncAt ? formatInstant(lastSyncAt, reportTimeZone(report)) : 'never'})`))}.`,
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
