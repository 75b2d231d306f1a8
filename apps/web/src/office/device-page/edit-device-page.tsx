import { savedSalesApi } from '@pos/contract/sales/office/saved-sales';
import { DevicePage } from '#web/fairs/devices/edit-device-page.tsx';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';

// Loaded on demand: few registers save their sales to a file.
const SavedSalesDialog = asidePart(
  () => import('#web/sales/saved-sales/saved-sales-dialog.tsx'),
  'SavedSalesDialog',
);

/** Page of a device: its form and pairing, and a button for sales that it saved to a file. */
export function EditDevicePage() {
  return <DevicePage more={(device) => <SavedSales device={device} />} />;
}

function SavedSales({ device }: { device: { id: string; deviceId: string } }) {
  const { opened, open, close } = useOpened<true>();
  return (
    <Allowed to={savedSalesApi.takeIn}>
      <div>
        <Button size="sm" variant="tertiary" onClick={() => open(true)}>
          Take in sales from a file…
        </Button>
      </div>
      {opened && <SavedSalesDialog device={device} onClose={close} />}
    </Allowed>
  );
}
