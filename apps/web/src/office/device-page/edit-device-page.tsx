import { DevicePage } from '#web/fairs/devices/edit-device-page.tsx';
import { SavedSalesCard } from '#web/sales/saved-sales/saved-sales-card.tsx';

/** Page of a device: its form and pairing, and the sales that it saved to a file. */
export function EditDevicePage() {
  return <DevicePage more={(device) => <SavedSalesCard device={device} />} />;
}
