import { devicesApi, type Device, type DevicesQuery } from '@pos/contract/fairs/devices';
import { allows } from '@pos/contract/permissions';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { HERE } from '#web/lib/input/time.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import * as styles from './registers-state.module.css';

const EVERY_MS = 60_000;
const LIVE = { status: 'active', atLiveFair: true } as const;

type Registers = { unsent: readonly Device[]; oldest: Device | undefined; isLate: boolean };

/**
 * Registers at live fairs with unsent orders, and the one with the oldest contact. Covers all fairs,
 * whichever one is chosen.
 */
const registersState = queryOptions({
  queryKey: ['registers-state'],
  queryFn: async ({ signal }): Promise<Registers> => {
    const read = async (query: Partial<DevicesQuery>) =>
      (await api.devices.list({ query: { ...LIVE, limit: 10, ...query } }, { signal })).data
        .results;
    const [bySent, byContact, late] = await Promise.all([
      read({ sort: '-unsentOrders' }),
      read({ sort: 'lastSyncAt' }),
      read({ stale: true }),
    ]);
    return {
      unsent: bySent.filter(({ unsentOrders }) => unsentOrders > 0),
      oldest: byContact[0],
      isLate: late.length > 0,
    };
  },
  staleTime: EVERY_MS / 2,
  refetchInterval: EVERY_MS,
});

/**
 * Says if the registers of live fairs have sent their sales, colored by the one with the oldest
 * contact. Reserves its space in the bar; empty if no fair is live.
 */
export function RegistersState() {
  const mayRead = allows(devicesApi.list.access, useRights());
  const { data } = useQuery({ ...registersState, enabled: mayRead });
  if (!mayRead) return null;
  return <span className={`${styles.registersState} numeric`}>{data && <State {...data} />}</span>;
}

function State({ unsent, oldest, isLate }: Registers) {
  if (!oldest) return null;
  const text = unsentText(unsent);
  const contact = oldest.lastSyncAt
    ? `Oldest contact: ${oldest.deviceId}, ${formatInstant(oldest.lastSyncAt, HERE)}`
    : `No contact yet: ${oldest.deviceId}`;
  const StateIcon = isLate ? IconAlertTriangle : unsent.length > 0 ? IconCloudUp : IconCloudCheck;
  return (
    <Link
      to={pathTo('devices', {}, { ...LIVE, ...(isLate && { stale: true }) })}
      className={isLate ? styles.late : undefined}
      title={`${text}. ${contact}`}
    >
      <StateIcon size={16} stroke={1.75} aria-hidden />
      <span>{text}</span>
    </Link>
  );
}

/** `Registers: all sent`, `REG-107: 6 unsent`, `3 registers: 12 unsent`. */
function unsentText(unsent: readonly Device[]): string {
  const [first, ...others] = unsent;
  if (!first) return 'Registers: all sent';
  const count = unsent.reduce((sum, { unsentOrders }) => sum + unsentOrders, 0);
  return `${others.length === 0 ? first.deviceId : pluralize(unsent.length, 'register', 'registers')}: ${count} unsent`;
}
