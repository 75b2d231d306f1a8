import { devicesApi } from '@pos/contract/fairs/devices';
import { fairsApi, type FairDetails } from '@pos/contract/fairs/fairs';
import { ordersApi } from '@pos/contract/sales/orders';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { IconDeviceTablet } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as filterStyles from '#web/ui/table/views/filters.module.css';
import * as tableStyles from '#web/ui/table/table.module.css';
import { Link } from '#web/ui/buttons/link.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { fairPath } from '#web/fairs/fairs/fair-paths.ts';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as styles from './fair-details.module.css';
import * as cardsStyles from '#web/ui/table/cards.module.css';

type FairDevice = FairDetails['devices'][number];

/** Devices planned for the fair or selling at it, with their last report. */
export function FairDevices({ fair }: { fair: FairDetails }) {
  const isPhone = useIsPhone();
  if (fair.devices.length === 0) {
    return (
      <section className={`${cardStyles.card} ${tableStyles.list}`}>
        <Empty
          title="No device is planned"
          text="Devices appear here once they are planned for the fair or have sold at it."
          icon={IconDeviceTablet}
          actions={
            <Allowed to={fairsApi.update}>
              <ButtonLink to={pathTo('edit-fair', { id: fair.id })}>Choose devices</ButtonLink>
            </Allowed>
          }
        />
      </section>
    );
  }
  return (
    <section className={`${cardStyles.card} ${tableStyles.list} ${styles.fairDevices}`}>
      <div className={filterStyles.filters} data-part="filters">
        <p className="subdued numeric">{toSummary(fair.devices)}</p>
        <span className={styles.toolbarEnd}>
          <Allowed to={fairsApi.update}>
            <ButtonLink to={pathTo('edit-fair', { id: fair.id })} size="sm">
              Choose devices
            </ButtonLink>
          </Allowed>
        </span>
      </div>
      {isPhone ? <DeviceCards fair={fair} /> : <DeviceTable fair={fair} />}
    </section>
  );
}

/** Line above the devices: "3 devices, 1 not planned here, 4 unsent orders". */
function toSummary(devices: readonly FairDevice[]): string {
  const unplanned = devices.filter(({ planned }) => !planned).length;
  const unsent = devices.reduce((sum, { unsentOrders }) => sum + unsentOrders, 0);
  return [
    pluralize(devices.length, 'device', 'devices'),
    ...(unplanned > 0 ? [`${unplanned} not planned here`] : []),
    unsent > 0 ? pluralize(unsent, 'unsent order', 'unsent orders') : 'no unsent orders',
  ].join(', ');
}

function DeviceTable({ fair }: { fair: FairDetails }) {
  return (
    <div className={tableStyles.wrapper}>
      <table className={tableStyles.table}>
        <caption className="visually-hidden">Devices of this fair</caption>
        <thead>
          <tr>
            <th scope="col">Device ID</th>
            <th scope="col">Name</th>
            <th scope="col">Planned</th>
            <th scope="col" className="align-right">
              Orders
            </th>
            <th scope="col" className={tableStyles.afterNumber}>
              Last contact
            </th>
            <th scope="col" className="align-right">
              Unsent
            </th>
          </tr>
        </thead>
        <tbody>
          {fair.devices.map((device) => (
            <tr key={device.id}>
              <td>
                <DeviceName device={device} />
              </td>
              <td>{device.name}</td>
              <td>{device.planned ? 'Yes' : <span className="muted">Sold here unplanned</span>}</td>
              <td className="align-right numeric">
                <DeviceOrders fair={fair} device={device} />
              </td>
              <td className={tableStyles.afterNumber}>
                {device.lastSyncAt ? (
                  <Ago at={device.lastSyncAt} />
                ) : (
                  <span className="muted">Never</span>
                )}
              </td>
              <td className="align-right">
                {device.unsentOrders > 0 ? (
                  <StatusPill status={findUnsent(device)} />
                ) : (
                  <span className="numeric muted">0</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeviceCards({ fair }: { fair: FairDetails }) {
  return (
    <ul aria-label="Devices of this fair" className={cardsStyles.cards}>
      {fair.devices.map((device) => (
        <li key={device.id} className={cardsStyles.card}>
          <span className={cardsStyles.title}>
            <DeviceName device={device} />
          </span>
          <span className="align-right numeric">{pluralize(device.orders, 'order', 'orders')}</span>
          <span className={`caption ${cardsStyles.dotted}`}>
            <span>{device.name}</span>
            {!device.planned && <span>Not planned here</span>}
          </span>
          <span className="align-right caption">
            {device.lastSyncAt ? <Ago at={device.lastSyncAt} /> : 'No contact yet'}
          </span>
          {device.unsentOrders > 0 && (
            <span className="row wrapping">
              <StatusPill status={findUnsent(device)} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function DeviceName({ device: { id, deviceId } }: { device: FairDevice }) {
  const name = <span className="monospace semibold">{deviceId}</span>;
  return (
    <Allowed to={devicesApi.update} otherwise={name}>
      <Link to={pathTo('edit-device', { id })} className={tableStyles.recordLink}>
        {name}
      </Link>
    </Allowed>
  );
}

type DeviceOrdersProps = { fair: FairDetails; device: FairDevice };

function DeviceOrders({ fair, device: { id, deviceId, orders } }: DeviceOrdersProps) {
  if (orders === 0) return <span className="muted">0</span>;
  return (
    <Allowed to={ordersApi.list} otherwise={formatCount(orders)}>
      <Link
        to={fairPath(fair.id, 'orders', { deviceId: id })}
        className={tableStyles.recordLink}
        aria-label={`${pluralize(orders, 'order', 'orders')} of ${deviceId}`}
      >
        {formatCount(orders)}
      </Link>
    </Allowed>
  );
}

const findUnsent = ({ unsentOrders }: FairDevice): StatusText => ({
  label: pluralize(unsentOrders, 'unsent order', 'unsent orders'),
  meaning: 'warn',
});
