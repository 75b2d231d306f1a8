import { DeviceChanges, type Device } from '@pos/contract/fairs/devices';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { formatDay } from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ActivityTab } from '#web/staff/activity/activity-tab.tsx';
import { listAddress } from '#web/lib/lists/list-address.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRecordId } from '#web/lib/api/record-id.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { ChoiceLabel } from '#web/ui/values/label-of.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { NotLoaded } from '#web/ui/layout/record-error.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { markSaved } from '#web/ui/table/rows/saved-row.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { DeviceFields } from './device-fields.tsx';
import { MODELS } from './device-models.ts';
import { deviceForForm, deviceNow, readDevice, useUpdateDevice } from './devices.data.ts';
import { PairingCard } from './pairing-card.tsx';
import { useDeviceActions } from './use-device-actions.tsx';
import * as formStyles from '#web/ui/form/form.module.css';

/** Page of a device; `more` is shown at the end of the right column. */
export function DevicePage({ more }: { more?: (device: Device) => ReactNode }) {
  // Number of times the form was reset to the current record.
  const [round, setRound] = useState(0);
  const query = useQuery(deviceForForm(useRecordId()));
  const { data: device, refetch } = query;
  if (!device)
    return <NotLoaded what="device" query={query} outline={<FormSkeleton cards={3} />} />;
  return (
    <EditDevice
      device={device}
      more={more?.(device)}
      round={round}
      onDiscard={() => void refetch().then(() => setRound((before) => before + 1))}
    />
  );
}

type EditDeviceProps = { device: Device; more: ReactNode; round: number; onDiscard: () => void };

function EditDevice({ device, more, round, onDiscard }: EditDeviceProps) {
  const navigate = useNavigate();
  const list = listAddress(pathTo('devices'));
  const here = pathTo('edit-device', { id: device.id });
  const isActivity = useSearchParams()['tab'] === 'activity';
  const { getActions, askToForget, dialog } = useDeviceActions(() => void navigate({ href: list }));
  const { data: now = device } = useQuery(deviceNow(device.id));
  return (
    <>
      <PageHead
        title={device.deviceId}
        crumbs={[{ label: 'Devices', to: list }, { label: 'Edit' }]}
        badge={<StatusPill status={RECORD_STATUS[now.status]} />}
        actions={<ActionMenu look="page" label="More actions" actions={getActions(now)} />}
      />
      <Tabs
        label="Parts of this device"
        tabs={[
          { label: 'Details', to: here, current: !isActivity },
          { label: 'Activity', to: `${here}?tab=activity`, current: isActivity },
        ]}
      />
      {isActivity && <ActivityTab entity="device" entityId={device.id} />}
      {/* Hidden, not unmounted, while the other tab is open, so that typed text stays. */}
      <div hidden={isActivity}>
        <DeviceForm
          key={round}
          device={device}
          more={more}
          now={now}
          onForget={() => askToForget(now)}
          onDiscard={onDiscard}
          list={list}
        />
      </div>
      {dialog}
    </>
  );
}

type DeviceValues = ReturnType<typeof toValues>;

function toValues({ deviceId, name, purchaseDate, warrantyDate, model, adminId }: Device) {
  return { deviceId, name, purchaseDate, warrantyDate, model, adminId };
}

const FIELDS: Record<keyof DeviceValues, ShownField> = {
  deviceId: { label: 'Device ID' },
  name: { label: 'Name' },
  purchaseDate: { label: 'Purchase date', show: (value) => formatDay(String(value)) },
  warrantyDate: { label: 'Warranty date', show: (value) => formatDay(String(value)) },
  model: {
    label: 'Model',
    show: (value) => MODELS.find((model) => model.value === value)?.label ?? 'Other or unknown',
  },
  adminId: {
    label: 'Assigned admin',
    show: (value) =>
      value ? <ChoiceLabel choices={RECORDS.admins} id={String(value)} /> : 'Nobody',
  },
};

type DeviceFormProps = {
  device: Device;
  more: ReactNode;
  now: Device;
  onForget: () => void;
  onDiscard: () => void;
  list: string;
};

function DeviceForm({ device, more, now, onForget, onDiscard, list }: DeviceFormProps) {
  // The form's initial record; the query may refetch meanwhile.
  const [base] = useState(device);
  const navigate = useNavigate();
  const update = useUpdateDevice(device.id);
  const { save, dialog } = useSaveMerged({
    what: 'device',
    record: base,
    toValues,
    fields: FIELDS,
    read: () => readDevice(device.id),
    update: update.mutateAsync,
    onDiscard,
  });
  return (
    <div className={formStyles.formPage}>
      <Form
        schema={DeviceChanges}
        values={{ ...toValues(base), version: base.version }}
        save={({ version: _, adminId = base.adminId, model = base.model, ...values }) =>
          save({ ...values, model, adminId })
        }
        onSaved={(saved) => {
          markSaved(saved.id);
          toast.ok({ title: 'Device updated', detail: `${saved.deviceId}, ${saved.name}` });
          void navigate({ href: list });
        }}
        onRefused={wasCancelled}
        submitLabel="Save"
        saveWith="bar"
      >
        <DeviceFields device={device} />
      </Form>
      <div className={`${formStyles.formAside} ${formStyles.kept}`}>
        <PairingCard device={now} onForget={onForget} />
        <Card title="Reported by the register" intro="From its last heartbeat.">
          <Facts
            facts={[
              ['Current fair', now.currentFairName ?? '–'],
              ['Last seen', <Ago key="seen" at={now.lastSeenAt} />],
              ['Last contact', <Ago key="sync" at={now.lastSyncAt} />],
              ['Unsent orders', now.unsentOrders],
              ['App version', now.appVersion ?? '–'],
            ]}
          />
        </Card>
        {more}
      </div>
      {dialog}
    </div>
  );
}
