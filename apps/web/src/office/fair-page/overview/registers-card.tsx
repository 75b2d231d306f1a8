import { devicesApi } from '@pos/contract/fairs/devices';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { formatCount } from '@pos/contract/values/counts';
import { IconCloudCheck, IconCloudOff } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import * as styles from '../fair-details.module.css';

/** Registers of a fair, planned or selling, as of their last reports. */
export function RegistersCard({ devices }: { devices: FairDetails['devices'] }) {
  const link = (
    <Allowed to={devicesApi.list}>
      <Link to={pathTo('devices')} className="link">
        Devices
      </Link>
    </Allowed>
  );
  return (
    <Card title="Registers" aside={link}>
      {devices.length === 0 ? (
        <p className="subdued">No device is planned, and none has sold here.</p>
      ) : (
        <ul className={`${styles.registers} lined`}>
          {devices.map((device) => (
            <li key={device.id}>
              {device.lastSyncAt && device.unsentOrders === 0 ? (
                <IconCloudCheck size={18} stroke={1.75} className={styles.done} aria-hidden />
              ) : (
                <IconCloudOff size={18} stroke={1.75} aria-hidden />
              )}
              <div>
                <span className="monospace semibold">{device.deviceId}</span>
                <small>
                  {device.lastSyncAt ? (
                    <>
                      Last contact <Ago at={device.lastSyncAt} />
                    </>
                  ) : (
                    'No contact yet'
                  )}
                  {!device.planned && ', not planned here'}
                </small>
              </div>
              <span
                className={device.unsentOrders > 0 ? 'caption numeric semibold' : 'caption numeric'}
              >
                {formatCount(device.unsentOrders)} unsent
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
