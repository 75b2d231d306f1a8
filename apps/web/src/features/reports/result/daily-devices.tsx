import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { DailyDeviceRow, DailySalesReport, DailySalesTotals } from '@pos/contract/reports';
import { formatDay, formatTime } from '#web/lib/time.ts';
import { Amount, Count } from '#web/ui/amount.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';

const MEANING = REPORT_DEFINITIONS.DAILY_SALES;
type Column = FigureColumn<DailyDeviceRow, DailySalesTotals>;

function columnsOf(zones: ReadonlyMap<string, string>, hasSeveral: boolean): Column[] {
  const clock = (at: string | null, fair: string) =>
    at ? <span className="num nowrap">{formatTime(at, zones.get(fair))}</span> : null;
  return [
    {
      header: 'Date',
      definition: MEANING.date,
      cell: ({ date }) => <span className="num">{formatDay(date)}</span>,
    },
    ...(hasSeveral
      ? [
          {
            header: 'Fair',
            definition: MEANING.fairName,
            cell: ({ fairName, fairIdentifier }: DailyDeviceRow) => (
              <span title={fairIdentifier}>{fairName}</span>
            ),
          },
        ]
      : []),
    {
      header: 'Register',
      definition: MEANING.deviceId,
      cell: ({ deviceId }) =>
        deviceId === null ? 'Office' : <span className="mono nowrap">{deviceId}</span>,
    },
    {
      header: 'Cashier',
      definition: MEANING.cashierNames,
      cell: ({ cashierNames }) => cashierNames.join(', ') || null,
    },
    {
      header: 'First sale',
      definition: MEANING.firstSaleAt,
      cell: ({ firstSaleAt, fairIdentifier }) => clock(firstSaleAt, fairIdentifier),
    },
    {
      header: 'Last sale',
      definition: MEANING.lastSaleAt,
      cell: ({ lastSaleAt, fairIdentifier }) => clock(lastSaleAt, fairIdentifier),
    },
    {
      header: 'Orders',
      definition: MEANING.orders,
      align: 'right',
      cell: ({ orders }) => <Count count={orders} />,
      total: ({ orders }) => <Count count={orders} />,
    },
    {
      header: 'Net sales',
      definition: MEANING.deviceNetCents,
      align: 'right',
      cell: ({ netCents }) => <Amount cents={netCents} strong />,
      total: ({ netCents }) => <Amount cents={netCents} strong />,
    },
    {
      header: 'Expected cash',
      definition: MEANING.deviceCashCents,
      align: 'right',
      cell: ({ expectedCashCents }) => amount(expectedCashCents),
      total: ({ expectedCashDepositCents }) => amount(expectedCashDepositCents),
    },
  ];
}

/** Daily figures by register; the table above has the sum of all. */
export function DailyDevices({
  report: { fairs, totals },
  devices,
  hasSeveral,
}: {
  report: DailySalesReport;
  devices: readonly DailyDeviceRow[];
  hasSeveral: boolean;
}) {
  const zones = new Map(fairs.map(({ identifier, timeZone }) => [identifier, timeZone]));
  return (
    <>
      <h3 className="report-heading">By register</h3>
      <FigureTable
        caption="By register"
        columns={columnsOf(zones, hasSeveral)}
        totals={totals}
        rowKey={({ date, fairIdentifier, deviceId }) => `${date} ${fairIdentifier} ${deviceId}`}
        groups={[{ name: 'Registers', rows: devices, subtotal: undefined }]}
      />
    </>
  );
}

function amount(cents: number | null) {
  return cents === null ? null : <Amount cents={cents} />;
}
