import type { FairDetails } from '@pos/contract/fairs/fairs';
import { SELLING_MARGIN_DAYS } from '@pos/contract/fairs/fairs';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { addDays, daysBetween, formatDay, spellDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm, formatShare } from '@pos/contract/values/percent';
import type { KeyNumber } from '#web/ui/layout/card.tsx';

/** Figures before the first day: countdown, stock and registers. */
export function upcomingNumbers({
  startDate,
  today,
  totals: { titles, sentUnits, cartons },
  devices,
}: FairDetails): KeyNumber[] {
  const days = daysBetween(today, startDate);
  const planned = devices.filter((device) => device.planned).length;
  return [
    {
      label: 'Starts in',
      value: pluralize(days, 'day', 'days'),
      detail: spellDay(startDate, { weekday: 'long', month: 'long', day: 'numeric' }),
    },
    {
      label: 'Stock',
      value: pluralize(sentUnits, 'unit', 'units'),
      detail:
        titles === 0
          ? 'no packing list yet'
          : `${pluralize(titles, 'title', 'titles')} in ${pluralize(cartons, 'carton', 'cartons')}`,
    },
    {
      label: 'Registers planned',
      value: formatCount(planned),
      detail: `can sell from ${formatDay(addDays(startDate, -SELLING_MARGIN_DAYS))}`,
    },
  ];
}

/** Figures of a live fair: today's sales first, then those of all its days, then its stock. */
export function liveNumbers(fair: FairDetails): KeyNumber[] {
  return [...liveSales(fair), ordersNumber(fair), onHandNumber('On hand', fair), shipNumber(fair)];
}

function liveSales(fair: FairDetails): KeyNumber[] {
  const { today, salesByDay, totals } = fair;
  if (totals.netCents === null) return [];
  const { netCents, orders } = salesByDay.find(({ day }) => day === today) ?? {
    netCents: 0,
    orders: 0,
  };
  return [
    { label: 'Net sales today', value: formatCents(netCents), detail: 'so far, before tax' },
    {
      label: 'Orders today',
      value: formatCount(orders),
      detail: orders > 0 ? `${formatCents(Math.round(netCents / orders))} average` : 'none yet',
    },
    {
      label: 'Net sales',
      value: formatCents(totals.netCents),
      detail: perStudent(fair, totals.netCents),
    },
  ];
}

/** Figures of a fair that has ended: its sales, and the units to send back. */
export function endedNumbers(fair: FairDetails): KeyNumber[] {
  const { totals, salesTaxRatePpm } = fair;
  const { netCents, taxCents } = totals;
  return [
    ...(netCents === null || taxCents === null
      ? []
      : [
          { label: 'Net sales', value: formatCents(netCents), detail: perStudent(fair, netCents) },
          { label: 'Tax', value: formatCents(taxCents), detail: formatPpm(salesTaxRatePpm) },
        ]),
    ordersNumber(fair),
    {
      label: 'Units sold',
      value: formatCount(totals.unitsSold),
      detail: `${formatCount(totals.unitsRefunded)} refunded`,
    },
    onHandNumber('To return', fair),
    shipNumber(fair),
  ];
}

function perStudent({ schoolEnrollment }: FairDetails, netCents: number): string {
  return schoolEnrollment
    ? `${formatCents(Math.round(netCents / schoolEnrollment))} per student`
    : 'before tax, after refunds';
}

/**
 * All orders, with the number of those that are not counted as sales, not counted; without
 * any, the average.
 */
function ordersNumber({ orders: all, totals: { orders, netCents } }: FairDetails): KeyNumber {
  return {
    label: 'Orders',
    value: formatCount(all),
    detail:
      all > orders
        ? `${formatCount(all - orders)} not counted`
        : orders === 0
          ? 'none yet'
          : netCents === null
            ? 'paid'
            : `${formatCents(Math.round(netCents / orders))} average`,
  };
}

function onHandNumber(
  label: string,
  { totals: { onHandUnits, oversoldUnits, sentUnits } }: FairDetails,
): KeyNumber {
  const oversold = oversoldUnits > 0 ? `, ${formatCount(oversoldUnits)} oversold` : '';
  return {
    label,
    value: formatCount(onHandUnits),
    detail:
      sentUnits > 0
        ? `${formatShare(onHandUnits, sentUnits)} of ${formatCount(sentUnits)} sent${oversold}`
        : 'nothing sent yet',
  };
}

function shipNumber({ totals: { shipToSchoolOpenUnits: units } }: FairDetails): KeyNumber {
  return {
    label: 'Ship to school',
    value: formatCount(units),
    detail: units === 1 ? 'unit to order' : 'units to order',
  };
}
