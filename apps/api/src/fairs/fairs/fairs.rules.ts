import type { Reason } from '@pos/contract/errors';
import type { ReadinessItem } from '@pos/contract/fairs/fair-details';
import type { Fair, FairDetails } from '@pos/contract/fairs/fairs';
import type { FairChanges } from '@pos/contract/fairs/fair-changes';
import { nominalUnits, PACKAGE_OPTIONS } from '@pos/contract/fairs/package-options';
import { neededRight } from '@pos/contract/permission-words';
import { readSales, seesSales, type Rights } from '@pos/contract/permissions';
import type { FieldErrors } from '@pos/contract/errors';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { formatPpm } from '@pos/contract/values/percent';
import { Failure } from '#api/http/failure.ts';

/** Returns refusals for fields that may not change once a fair has orders (domain 3.5). */
export function lockedFields(
  before: Fair,
  changes: Pick<FairChanges, 'schoolIdentifier' | 'startDate'>,
): FieldErrors {
  if (before.orders === 0) return {};
  return {
    ...(changes.schoolIdentifier.toLowerCase() !== before.schoolIdentifier.toLowerCase() && {
      schoolIdentifier: 'The school cannot change after the first order.',
    }),
    ...(changes.startDate !== before.startDate && {
      startDate: 'The start date cannot change after the first order.',
    }),
  };
}

/** Returns changes that must be confirmed before saving. Past orders keep their tax. */
export function changeWarnings(before: Fair, taxRatePpm: number): Reason[] {
  if (before.orders === 0 || taxRatePpm === before.salesTaxRatePpm) return [];
  return [
    {
      code: 'TAX_RATE_CHANGES',
      text: `${pluralize(before.orders, 'past order keeps', 'past orders keep')} the tax charged. New orders are taxed at ${formatPpm(taxRatePpm)}.`,
      count: before.orders,
    },
  ];
}

/** Fields of a fair that its checklist shows. */
export type ReadinessFair = Pick<
  Fair,
  'adminName' | 'hours' | 'packageOption' | 'published' | 'salesTaxRatePpm' | 'status'
>;

/**
 * Builds the checklist of the fair's page from the data. `templates` are the names of those offered
 * on its public page.
 */
export function readiness(
  fair: ReadinessFair,
  totals: Pick<FairDetails['totals'], 'titles' | 'sentUnits'>,
  devices: readonly Pick<FairDetails['devices'][number], 'planned' | 'deviceId'>[],
  templates: readonly string[],
): ReadinessItem[] {
  const planned = devices.filter((device) => device.planned);
  return [
    {
      code: 'dates',
      text: 'Dates and hours',
      detail: fair.hours || 'Hours are not set',
      done: fair.hours !== '',
    },
    { code: 'salesTax', text: 'Sales tax', detail: formatPpm(fair.salesTaxRatePpm), done: true },
    { code: 'admin', text: 'Admin', detail: fair.adminName, done: true },
    {
      code: 'devices',
      text: 'Devices',
      detail: planned.map(({ deviceId }) => deviceId).join(', ') || 'No devices planned',
      done: planned.length > 0,
    },
    {
      code: 'inventory',
      text: 'Inventory uploaded',
      detail:
        totals.titles > 0
          ? `${pluralize(totals.titles, 'title')}, ${pluralize(totals.sentUnits, 'unit')}${packageDifference(fair, totals.sentUnits)}`
          : 'No packing list yet',
      done: totals.titles > 0,
    },
    {
      code: 'template',
      text: 'Template selected',
      detail: templates.join(', ') || 'No template selected',
      done: templates.length > 0,
    },
    {
      code: 'publicPage',
      text: 'Public page',
      detail: pageStanding(fair),
      done: fair.published && fair.status === 'active',
    },
  ];
}

function pageStanding({ published, status }: ReadinessFair): string {
  if (!published) return 'Not published';
  return status === 'active' ? 'Published' : 'Not shown: the fair is inactive';
}

function packageDifference(fair: ReadinessFair, units: number): string {
  const nominal = nominalUnits(fair.packageOption);
  return Math.abs(units - nominal) * 10 > nominal
    ? `; ${PACKAGE_OPTIONS[fair.packageOption]} means about ${formatCount(nominal)}`
    : '';
}

/** Leaves amounts of sales out of a fair, for callers who do not see them (domain 3.2). */
export const withoutSales = <Each extends Fair>(fair: Each): Each => ({ ...fair, netCents: null });

/** Leaves amounts of sales out of the data of a fair's page. */
export const detailsWithoutSales = (fair: FairDetails): FairDetails => ({
  ...withoutSales(fair),
  totals: { ...fair.totals, netCents: null, taxCents: null, totalCents: null },
  salesByDay: [],
});

/** Refuses to sort fairs by sales for callers who do not see them. */
export function refuseSalesOrder(rights: Rights, sort: string): void {
  if (sort.endsWith('netCents') && !seesSales(rights))
    throw new Failure('FORBIDDEN', `You need the right: ${neededRight(readSales)}.`);
}
