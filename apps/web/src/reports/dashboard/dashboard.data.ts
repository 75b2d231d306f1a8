import { ApiError } from '@pos/contract/client';
import {
  MAX_DAYS,
  opensBlock,
  type Dashboard,
  type DashboardAddress,
  type DashboardBlock,
} from '@pos/contract/reports/dashboard';
import type { LiveKind } from '@pos/contract/staff/events';
import { daysBetween } from '@pos/contract/values/days';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';

/** Scope of the dashboard: a range of days or a preset, one fair, one school, or all. */
export type Scope = Pick<DashboardAddress, 'fairId' | 'schoolId'>;
/** A block without the error that may replace it. */
export type Good<Name extends DashboardBlock> = Exclude<
  NonNullable<Dashboard[Name]>,
  { error: string }
>;
/** A block with the time, zone and days of its reading. */
export type Read<Name extends DashboardBlock> = Pick<
  Dashboard,
  'asOf' | 'timeZone' | 'today' | 'from' | 'to' | 'range'
> & { block: Good<Name> };

/** Refetch interval without events (ms): registers become late as time passes. */
const REFRESH_MS = 60_000;
/** Blocks that show the current state, whatever days are chosen. */
const OF_NOW: ReadonlySet<DashboardBlock> = new Set([
  'payments',
  'devices',
  'stock',
  'liabilities',
  'fairs',
  'warehouse',
] as const);

/**
 * Valid query from the address: drops half a range, a reversed one, and a school next to a fair.
 */
export function askable({ days, from, to, fairId, schoolId }: DashboardAddress): DashboardAddress {
  const where = fairId ? { fairId } : schoolId ? { schoolId } : {};
  return from && to && from <= to && daysBetween(from, to) < MAX_DAYS
    ? { ...where, from, to }
    : { ...where, ...(days && { days }) };
}

const DASHBOARD_KEY = ['dashboard'] as const;

/**
 * One dashboard block, which loads, fails and retries on its own. `enabled` is false for users
 * without its right.
 */
function useBlock<Name extends DashboardBlock>(
  name: Name,
  { days, from, to, ...scope }: DashboardAddress,
  enabled: boolean,
) {
  const query = { ...scope, ...(!OF_NOW.has(name) && { days, from, to }), only: [name] };
  return useQuery<Read<Name> | null>({
    queryKey: [...DASHBOARD_KEY, name, query],
    queryFn: async ({ signal }) => {
      const { data } = await api.dashboard.read({ query }, { signal });
      const { asOf, timeZone, today, from: first, to: last, range } = data;
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
        range,
        block: block as Good<Name>,
      };
    },
    enabled,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Event kinds that may change a block's figures. */
const KINDS = [
  'orders',
  'refunds',
  'payments',
  'fairs',
  'stock',
  'cartons',
  'devices',
  'students',
  'warehouse',
] as const satisfies readonly LiveKind[];

/** Refetches the figures in place after a relevant event. */
export function useLiveFigures({ fairId }: Scope): void {
  useLiveRefresh(KINDS, DASHBOARD_KEY, fairId);
}

export type BlockQuery<Name extends DashboardBlock> = ReturnType<typeof useBlock<Name>>;

/** Queries of all blocks, undefined for those that the user has no right to. */
export type Blocks = { [Name in DashboardBlock]: BlockQuery<Name> | undefined };

/** Loads the blocks that the user has a right to. */
export function useBlocks(query: DashboardAddress): Blocks {
  return {
    sales: useAllowedBlock('sales', query),
    lastTime: useAllowedBlock('lastTime', query),
    tenders: useAllowedBlock('tenders', query),
    payments: useAllowedBlock('payments', query),
    devices: useAllowedBlock('devices', query),
    stock: useAllowedBlock('stock', query),
    liabilities: useAllowedBlock('liabilities', query),
    titles: useAllowedBlock('titles', query),
    fairs: useAllowedBlock('fairs', query),
    warehouse: useAllowedBlock('warehouse', query),
  };
}

function useAllowedBlock<Name extends DashboardBlock>(
  name: Name,
  query: DashboardAddress,
): BlockQuery<Name> | undefined {
  const rights = useRights();
  const isAllowed = opensBlock(rights, name);
  const block = useBlock(name, query, isAllowed);
  return isAllowed ? block : undefined;
}
