import type { Device } from '@pos/contract/fairs/devices';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { QrCode } from '#web/ui/files/qr-code.tsx';
import * as styles from './device-labels.module.css';

type DeviceLabelsProps = { devices: readonly Device[]; onPrinted: () => void };

/**
 * Printable labels for tablets: the QR code holds the device ID, which opens the device wherever it
 * is scanned. Opens the print dialog and unmounts when that closes.
 */
export function DeviceLabels({ devices, onPrinted }: DeviceLabelsProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted);
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return createPortal(
    <ul className={styles.labelPaper} aria-label="Device labels">
      {devices.map(({ id, deviceId, name }) => (
        <li key={id}>
          <QrCode text={deviceId} label={`QR code of ${deviceId}`} />
          <span>
            <b className="monospace">{deviceId}</b>
            <span>{name}</span>
          </span>
        </li>
      ))}
    </ul>,
    document.body,
  );
}
