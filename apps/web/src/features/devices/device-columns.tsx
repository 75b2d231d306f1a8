import { DEVICE_LIST } from '@pos/contract/columns/devices';
import { DEVICE_MODELS, type Device } from '@pos/contract/devices';
import { fairsApi } from '@pos/contract/fairs';
import { today } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { daysBetween, formatDay } from '@pos/contract/values/days';
import { IconAlertTriangle } from '@tabler/icons-react';
import { pathTo } from '#web/lib/paths.ts';
import { Allowed } from '#web/lib/session.tsx';
import { HERE } from '#web/lib/time.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Link } from '#web/ui/link.tsx';
import { RECORD_STATUS } from '#web/ui/record-status.ts';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import * as styles from './devices.module.css';

/** Columns of the devices list. Values reported by a register are as of its last heartbeat. */
export const DEVICE_COLUMNS: readonly Column<Device>[] = [
  {
    id: 'deviceId',
    ...described(DEVICE_LIST.deviceId),
    sort: 'deviceId',
    card: 'title',
    cell: ({ deviceId }) => <span className="monospace semibold">{deviceId}</span>,
  },
  {
    id: 'name',
    ...described(DEVICE_LIST.name),
    sort: 'name',
    card: 'detail',
    cell: ({ name }) => name,
  },
  {
    id: 'model',
    ...described(DEVICE_LIST.model),
    sort: 'model',
    cell: ({ model }) => DEVICE_MODELS[model],
  },
  {
    id: 'admin',
    ...described(DEVICE_LIST.adminName),
    sort: 'adminName',
    cell: ({ adminName }) => adminName ?? <Nothing />,
  },
  {
    id: 'fair',
    ...described(DEVICE_LIST.currentFairName),
    cell: (device) => <CurrentFair device={device} />,
  },
  {
    id: 'lastSync',
    ...described(DEVICE_LIST.lastSyncAt),
    sort: 'lastSyncAt',
    card: 'aside',
    cell: ({ lastSyncAt }) => <Ago at={lastSyncAt} />,
  },
  {
    id: 'unsent',
    ...described(DEVICE_LIST.unsentOrders),
    sort: 'unsentOrders',
    cell: ({ unsentOrders }) => (
      <span className={unsentOrders === 0 ? 'muted' : 'semibold'}>{formatCount(unsentOrders)}</span>
    ),
  },
  {
    id: 'warranty',
    ...described(DEVICE_LIST.warrantyState),
    sort: 'warrantyDate',
    cell: (device) => <Warranty device={device} />,
  },
  {
    id: 'status',
    ...described(DEVICE_LIST.status),
    sort: 'status',
    card: 'status',
    cell: ({ status }) => <StatusPill status={RECORD_STATUS[status]} quiet />,
  },
];

function Nothing() {
  return <span className="muted">–</span>;
}

function CurrentFair({ device: { currentFairId, currentFairName } }: { device: Device }) {
  if (!currentFairId) return <Nothing />;
  return (
    <Allowed
      to={fairsApi.list}
      otherwise={<span className={`${styles.deviceFair} ellipsis`}>{currentFairName}</span>}
    >
      <span className={`${styles.deviceFair} ellipsis`} title={currentFairName ?? undefined}>
        <Link to={pathTo('fair-details', { id: currentFairId })}>{currentFairName}</Link>
      </span>
    </Allowed>
  );
}

function Warranty({ device }: { device: Device }) {
  const warning = warrantyWarning(device);
  return (
    <span className="two-lines">
      {formatDay(device.warrantyDate)}
      {warning && <WarrantyWarning {...warning} />}
    </span>
  );
}

/** Icon and word without a tint, below the date. */
function WarrantyWarning({ label, meaning }: StatusText) {
  return (
    <small className={styles.warrantyWarning} data-tone={meaning}>
      <IconAlertTriangle size={12} stroke={2} aria-hidden /> {label}
    </small>
  );
}

/** Warning for a warranty that has ended or is about to. */
function warrantyWarning({ warrantyState, warrantyDate }: Device): StatusText | undefined {
  if (warrantyState === 'ok') return undefined;
  if (warrantyState === 'expired') return { label: 'Expired', meaning: 'bad' };
  const days = Math.max(0, daysBetween(today(HERE), warrantyDate));
  return {
    label:
      days === 0 ? 'expires today' : days === 1 ? 'expires tomorrow' : `expires in ${days} days`,
    meaning: 'warn',
  };
}
