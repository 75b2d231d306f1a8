import { NewDevice } from '@pos/contract/fairs/devices';
import { useNavigate } from '@tanstack/react-router';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Form } from '#web/ui/form/form.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { DeviceFields } from './device-fields.tsx';
import { useAddDevice } from './devices.data.ts';

const BLANK = {
  deviceId: '',
  name: '',
  purchaseDate: '',
  warrantyDate: '',
  model: null,
  adminId: null,
};

export function AddDevicePage() {
  const add = useAddDevice();
  const navigate = useNavigate();
  const list = listAddress(pathTo('devices'));
  return (
    <>
      <PageHead
        title="Add New Device"
        crumbs={[{ label: 'Devices', to: list }, { label: 'New device' }]}
      />
      <Form
        schema={NewDevice}
        values={BLANK}
        save={add.mutateAsync}
        onSaved={(data) => {
          toast.ok({ title: 'Device added', detail: `${data.deviceId}, ${data.name}` });
          void navigate({ href: pathTo('edit-device', { id: data.id }) });
        }}
        submitLabel="Add device"
        cancelTo={list}
      >
        <DeviceFields />
      </Form>
    </>
  );
}
