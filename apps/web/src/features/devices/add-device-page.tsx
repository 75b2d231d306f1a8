import { DEVICE_MODELS, NewDevice } from '@pos/contract/devices';
import { useNavigate } from '@tanstack/react-router';
import { adminChoices } from '#web/features/admins/admins.data.ts';
import { listAddress } from '#web/lib/list-address.ts';
import { pathTo } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo-fields.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { markSaved } from '#web/ui/table/saved-row.ts';
import { toast } from '#web/ui/toast.tsx';
import { useAddDevice } from './devices.data.ts';
import { WarrantyYears } from './warranty-years.tsx';

const BLANK = { deviceId: '', name: '', purchaseDate: '', warrantyDate: '', model: null, adminId: null };
const MODELS = Object.entries(DEVICE_MODELS).map(([value, label]) => ({ value: Number(value), label }));

export function AddDevicePage() {
  const add = useAddDevice();
  const navigate = useNavigate();
  const list = listAddress(pathTo('devices'));
  return (
    <>
      <PageHead title="Add New Device" crumbs={[{ label: 'Devices', to: list }, { label: 'New device' }]} />
      <Form
        schema={NewDevice}
        values={BLANK}
        save={add.mutateAsync}
        onSaved={({ data }) => {
          markSaved(data.id);
          toast.ok({ title: 'Device added', detail: `${data.deviceId}, ${data.name}` });
          void navigate({ href: list });
        }}
        submitLabel="Add device"
        cancelTo={list}
      >
        <Card title="Device" intro="All fields are required unless marked optional.">
          <div className="form">
            <div className="g2">
              <TextField name="deviceId" label="Device ID" note="2 to 30 characters" hint="As printed on the label; a register logs in with it." mono spellCheck={false} autoComplete="off" />
              <TextField name="name" label="Name" note="2 to 20 characters" autoComplete="off" />
            </div>
            <SelectField name="model" label="Model" choices={MODELS} narrow />
          </div>
        </Card>
        <Card title="Warranty">
          <div className="form">
            <div className="g2">
              <DateField name="purchaseDate" label="Purchase date" />
              <div className="fld">
                <DateField name="warrantyDate" label="Warranty date" />
                <WarrantyYears />
              </div>
            </div>
          </div>
        </Card>
        <Card title="Assignment">
          <AsyncSelectField name="adminId" label="Assigned admin" note="optional" hint="Who looks after this device." options={adminChoices.options} narrow />
        </Card>
      </Form>
    </>
  );
}
