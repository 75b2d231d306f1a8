import { devicesApi } from '@pos/contract/fairs/devices';
import { allows } from '@pos/contract/permissions';
import { formatInstant } from '@pos/contract/values/clock';
import { IconAlertTriangle, IconCloudCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { HERE, formatAgo } from '#web/lib/input/time.ts';
import { pluralizeTotal, toTotal, type Total } from '#web/lib/lists/total.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import * as styles from './sync-state.module.css';

const EVERY_MS = 60_000;
const LIVE = { status: 'active', atLiveFair: true } as const;

/**
 * Number of registers at live fairs that have not synced in time, and the newest sync. Covers all
 * fairs, whichever one is chosen.
 */
const syncState = queryOptions({
  queryKey: ['sync-state'],
  queryFn: async ({ signal }) => {
    const [late, newest] = await Promise.all([
      api.devices.list({ query: { ...LIVE, stale: true, limit: 10 } }, { signal }),
      api.devices.list(
        { query: { ...LIVE, stale: false, sort: '-lastSyncAt', limit: 10 } },
        { signal },
      ),
    ]);
    return { late: toTotal(late.data), newestAt: newest.data.results[0]?.lastSyncAt ?? null };
  },
  staleTime: EVERY_MS / 2,
  refetchInterval: EVERY_MS,
});

/**
 * Shows if the registers of live fairs have sent their sales. Reserves its space in the bar; empty
 * if no fair is live.
 */
export function SyncState() {
  const mayRead = allows(devicesApi.list.access, useRights());
  const { data } = useQuery({ ...syncState, enabled: mayRead });
  if (!mayRead) return null;
  return <span className={`${styles.syncState} numeric`}>{data && <State {...data} />}</span>;
}

function State({ late, newestAt }: { late: Total; newestAt: string | null }) {
  if (late.count > 0) {
    const text = `${pluralizeTotal(late, 'register', 'registers')} not synced`;
    return (
      <Link
        to={pathTo('devices', {}, { status: 'active', stale: true, atLiveFair: true })}
        className={styles.late}
        title={text}
      >
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        <span>{text}</span>
      </Link>
    );
  }
  if (newestAt === null) return null;
  return (
    <Link
      to={pathTo('devices', {}, { status: 'active', atLiveFair: true })}
      title={`All registers at live fairs have synced, most recently ${formatInstant(newestAt, HERE)}`}
    >
      <IconCloudCheck size={16} stroke={1.75} aria-hidden />
      <span>Synced {formatAgo(newestAt)}</span>
    </Link>
  );
}
