import { ApiError } from '@pos/contract/client';
import {
  MAX_DAYS,
  type Dashboard,
  type DashboardAddress,
  type DashboardBlock,
} from '@pos/contract/dashboard';
import type { LiveKind } from '@pos/contract/events';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { daysBetween } from '#web/lib/time.ts';
import { useLiveRefresh } from '#web/lib/use-live-refresh.ts';

/** Where and when the dashboard looks: days or a preset of them, one fair, one school, or all. */
export type Scope = Pick<DashboardAddress, 'fairId' | 'schoolId'>;
/** A block as it was read, without the failure that may stand in its place. */
export type Good<Name extends DashboardBlock> = Exclude<
  NonNullable<Dashboard[Name]>,
  { error: string }
>;
/** A block with the moment, the zone and the days that it was read for. */
export type Read<Name extends DashboardBlock> = Pick<
  Dashboard,
  'asOf' | 'timeZone' | 'today' | 'from' | 'to' | 'previousFrom' | 'previousTo'
> & { block: Good<Name> };

/** Read again without an event too: time passes, and registers become late by it. */
const REFRESH_MS = 60_000;
/** The blocks that say how things stand now, whatever days are shown. */
const OF_NOW: ReadonlySet<DashboardBlock> = new Set([
  'payments',
  'devices',
  'stock',
  'liabilities',
  'fairs',
] as const);

/** The address as it can be asked: a half range, one turned round and a school beside a fair are left out. */
export function askable({ days, from, to, fairId, schoolId }: DashboardAddress): DashboardAddress {
  const where = fairId ? { fairId } : schoolId ? { schoolId } : {};
  return from && to && from <= to && daysBetween(from, to) < MAX_DAYS
    ? { ...where, from, to }
    : { ...where, ...(days && { days }) };
}

const DASHBOARD_KEY = ['dashboard'] as const;

/** One block of the dashboard by itself: it loads, fails and is retried alone. `enabled` is false for who may not read it. */
export function useBlock<Name extends DashboardBlock>(
  name: Name,
  { days, from, to, ...scope }: DashboardAddress,
  enabled: boolean,
) {
  const query = { ...scope, ...(!OF_NOW.has(name) && { days, from, to }), only: [name] };
  return useQuery<Read<Name> | null>({
    queryKey: [...DASHBOARD_KEY, name, query],
    queryFn: async ({ signal }) => {
      const { data } = await api.dashboard.read({ query }, { signal });
      const { asOf, timeZone, today, from: first, to: last, previousFrom, previousTo } = data;
      const block = data[name];
      if (!block) return null;
      if ('error' in block)
        throw new ApiError(500, { code: 'INTERNAL', message: block.error, requestId: '' });
      return {
        asOf,
        timeZone,
        today,
        from: first,
        to: last,
        previousFrom,
        previousTo,
        block: block as Good<Name>,
      };
    },
    enabled,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
/** What a block is made of: a change of one of these kinds is one of the figures. */
const KINDS = [
  'orders',
  'refunds',
  'payments',
  'fairs',
  'stock',
  'cartons',
  'devices',
  'students',
] as const satisfies readonly LiveKind[];

/** Reads the figures anew, in their places, when something of them has changed. */
export function useLiveFigures({ fairId }: Scope): void {
  useLiveRefresh(KINDS, DASHBOARD_KEY, fairId);
}

export type BlockQuery<Name extends DashboardBlock> = ReturnType<typeof useBlock<Name>>;
