import { devicesApi, DevicesQuery, type Device } from '@pos/contract/fairs/devices';
import { allows } from '@pos/contract/permissions';
import {
  IconDeviceTablet,
  IconPlus,
  IconQrcode,
  IconToggleLeft,
  IconToggleRight,
  IconUserShare,
} from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { listAt } from '#web/lib/lists/list.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchState } from '#web/lib/lists/search-state.ts';
import { Allowed, useRights } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useViewTabs } from '#web/ui/table/views/view-tabs.ts';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/rows/use-bulk-dialog.tsx';
import type { BulkDevicesProps } from './bulk-devices.tsx';
import { DEVICE_COLUMNS } from './device-columns.tsx';
import { devicesList } from './devices.data.ts';
import { deviceRowActions, useDeviceActions } from './use-device-actions.tsx';

// Loaded on demand: the list needs no dialog at first.
const DeviceLabels = asidePart(() => import('./device-labels.tsx'), 'DeviceLabels');
const BulkDevices = lazyPart(() => import('./bulk-devices.tsx'), 'BulkDevices');

const OFFERS: readonly BulkOffer<BulkDevicesProps>[] = [
  { label: 'Reassign', icon: IconUserShare, ask: { what: 'reassign' } },
  { label: 'Activate', icon: IconToggleRight, ask: { what: 'activate' } },
  { label: 'Deactivate', icon: IconToggleLeft, ask: { what: 'deactivate' } },
];

/** Actions on several devices at once, and the dialog that runs them. */
function useBulkDevices() {
  const { bulk, dialog } = useBulkDialog(BulkDevices, OFFERS);
  const [labelled, setLabelled] = useState<readonly Device[]>();
  const closeLabels = useCallback(() => setLabelled(undefined), []);
  return {
    bulk: (rows: readonly Device[], onDone: () => void) => [
      ...bulk(rows, onDone),
      { label: 'Print labels', icon: IconQrcode, run: () => setLabelled(rows) },
    ],
    dialog: (
      <>
        {dialog}
        {labelled && <DeviceLabels devices={labelled} onPrinted={closeLabels} />}
      </>
    ),
  };
}

/** Presets of the list, each a set of filters in the address. */
const VIEWS = [
  { label: 'All', query: {} },
  { label: 'Needs attention', query: { status: ['active'], stale: true } },
  { label: 'Unassigned', query: { assigned: false } },
] as const;

export function DevicesPage() {
  const { query } = useSearchState(DevicesQuery);
  const mayEdit = allows(devicesApi.update.access, useRights());
  const { getActions, dialog } = useDeviceActions();
  const current =
    query.stale === true && query.status?.join() === 'active'
      ? 1
      : query.assigned === false
        ? 2
        : 0;
  const { bulk, dialog: bulkDialog } = useBulkDevices();
  const { tool, chosen, dialog: exportDialog } = useExport('devices');
  const views = useViewTabs(DevicesQuery, devicesList, VIEWS, {
    shown: query,
    linkTo: (preset) => pathTo('devices', {}, preset),
  }).map((tab, index) => ({ ...tab, current: index === current }));
  const add = (
    <Allowed to={devicesApi.add}>
      <ButtonLink to={pathTo('add-device')} variant="primary">
        <IconPlus size={16} stroke={2} aria-hidden /> Add device
      </ButtonLink>
    </Allowed>
  );
  return (
    <>
      <PageHead title="Devices" actions={add} />
      <DataTable
        name="devices"
        listKey="devices"
        schema={DevicesQuery}
        list={devicesList}
        columns={DEVICE_COLUMNS}
        tool={tool}
        searchHint="Device ID, name, admin"
        rowId={({ id }) => id}
        rowName={({ deviceId }) => deviceId}
        rowLink={mayEdit ? ({ id }) => pathTo('edit-device', { id }) : undefined}
        rowActions={mayEdit ? (device) => deviceRowActions(device, getActions(device)) : undefined}
        bulk={mayEdit ? (rows, done) => [...bulk(rows, done), ...chosen(query, rows)] : undefined}
        views={views}
        empty={{
          title: 'No devices yet',
          text: 'Add the tablets and terminals you lend to fairs. A register can only log in on a device listed here.',
          icon: IconDeviceTablet,
          actions: add,
        }}
      />
      {exportDialog}
      {dialog}
      {bulkDialog}
    </>
  );
}
DevicesPage.firstRead = (params: Record<string, unknown>) =>
  listAt(DevicesQuery, devicesList, params);
