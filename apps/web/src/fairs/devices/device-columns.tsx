import { DEVICE_LIST } from '@pos/contract/fairs/devices.columns';
import { DEVICE_MODELS, type Device } from '@pos/contract/fairs/devices';
import { fairsApi } from '@pos/contract/fairs/fairs';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { today } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { daysBetween, formatDay } from '@pos/contract/values/days';
import { IconAlertTriangle } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { HERE } from '#web/lib/input/time.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
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
    rank: 2,
    wraps: 124,
    card: 'detail',
    cell: ({ name }) => name,
  },
  {
    id: 'model',
    ...described(DEVICE_LIST.model),
    sort: 'model',
    rank: 1,
    wraps: 160,
    cell: ({ model }) => (model === null ? <span className="muted">–</span> : DEVICE_MODELS[model]),
  },
  {
    id: 'admin',
    ...described(DEVICE_LIST.adminName),
    sort: 'adminName',
    rank: 4,
    wraps: 160,
    cell: ({ adminName }) => (adminName ? <span data-private>{adminName}</span> : <Nothing />),
  },
  {
    id: 'fair',
    ...described(DEVICE_LIST.currentFairName),
    rank: 5,
    wraps: 220,
    cell: (device) => <CurrentFair device={device} />,
  },
  {
    id: 'lastSync',
    ...described(DEVICE_LIST.lastSyncAt),
    sort: 'lastSyncAt',
    rank: 6,
    card: 'aside',
    cell: ({ lastSyncAt }) => <Ago at={lastSyncAt} />,
  },
  {
    id: 'unsent',
    ...described(DEVICE_LIST.unsentOrders),
    sort: 'unsentOrders',
    rank: 7,
    cell: ({ unsentOrders }) => (
      <span className={unsentOrders === 0 ? 'muted' : styles.unsent}>
        {unsentOrders > 0 && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
        {formatCount(unsentOrders)}
      </span>
    ),
  },
  {
    id: 'warranty',
    ...described(DEVICE_LIST.warrantyState),
    room: 126,
    sort: 'warrantyDate',
    rank: 3,
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
    <Allowed to={fairsApi.list} otherwise={currentFairName}>
      <Link to={pathTo('fair-details', { id: currentFairId })} className={styles.deviceFair}>
        {currentFairName}
      </Link>
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
    <small className={`${styles.warrantyWarning} row gap-4`} data-tone={meaning}>
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
