import type { Device } from '@pos/contract/fairs/devices';
import { Id } from '@pos/contract/values';
import { pluralize } from '@pos/contract/values/counts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useReassignDevice } from './devices.data.ts';
import { fairsOfOthers, LiveFairNotice } from './live-fair-notice.tsx';

const Reassigned = z.strictObject({ adminId: Id.nullable() });

type ReassignFormProps = {
  devices: readonly Device[];
  save: (adminId: string | null) => Promise<unknown>;
  onClose: () => void;
};

/** Form that assigns devices to an admin, or to nobody if left empty. */
export function ReassignForm({ devices, save, onClose }: ReassignFormProps) {
  const [first] = devices;
  const current =
    devices.length === 1 && first?.adminId
      ? { value: first.adminId, label: first.adminName ?? '' }
      : undefined;
  return (
    <Form
      schema={Reassigned}
      values={{ adminId: current?.value ?? null }}
      guard={false}
      save={({ adminId }) => save(adminId)}
      submitLabel={`Reassign ${pluralize(devices.length, 'device', 'devices')}`}
      onCancel={onClose}
    >
      <div className="stack gap-20">
        <AsyncSelectField
          name="adminId"
          label="Assigned admin"
          note="optional"
          hint="Leave blank for no one."
          choices={RECORDS.admins}
          current={current}
        />
        <AtLiveFairs devices={devices} />
      </div>
    </Form>
  );
}

function AtLiveFairs({ devices }: { devices: readonly Device[] }) {
  const adminId: unknown = useWatch({ name: 'adminId' });
  const chosen = typeof adminId === 'string' ? adminId : null;
  const concerned = devices.filter(
    (device) => device.adminId !== chosen && fairsOfOthers(device, chosen).length > 0,
  );
  const fairs = new Map(
    concerned.flatMap((device) => fairsOfOthers(device, chosen)).map((fair) => [fair.id, fair]),
  );
  return (
    <LiveFairNotice
      fairs={[...fairs.values()]}
      subject={`${concerned.map(({ deviceId }) => deviceId).join(', ')} ${concerned.length === 1 ? 'is' : 'are'}`}
    />
  );
}

/** Reassigns one device. */
export function ReassignDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const reassign = useReassignDevice();
  const save = async (adminId: string | null): Promise<void> => {
    const data = await reassign.mutateAsync({ device, adminId });
    toast.ok({
      title: 'Device reassigned',
      detail: `${data.deviceId} to ${data.adminName ?? 'no one'}`,
    });
    onClose();
  };
  return (
    <Dialog title={`Reassign ${device.deviceId}`} onClose={onClose}>
      <ReassignForm devices={[device]} save={save} onClose={onClose} />
    </Dialog>
  );
}
