import { DEVICE_MODELS, type Device, type DevicesQuery } from '@pos/contract/devices';
import type { WholeList } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { wallClock } from '#api/time/texts.ts';
import { countDevices, orderedDevices } from './devices.queries.ts';

const COLUMNS: readonly WrittenColumn[] = [
  { header: 'Device ID', kind: 'text', width: 16 },
  { header: 'Name', kind: 'text' },
  { header: 'Model', kind: 'text' },
  { header: 'Assigned admin', kind: 'text' },
  { header: 'Purchased', kind: 'date' },
  { header: 'Warranty until', kind: 'date', width: 15 },
  { header: 'Warranty', kind: 'text', width: 10 },
  { header: 'Status', kind: 'text', width: 10 },
  { header: 'Paired', kind: 'text', width: 8 },
  { header: 'Last sync (UTC)', kind: 'datetime' },
  { header: 'Unsent orders', kind: 'integer', width: 14 },
  { header: 'App version', kind: 'text', width: 12 },
  { header: 'At fair', kind: 'text' },
];

/** Exports the list of devices: all matching rows, in the list's order. */
export async function devicesToExport(snapshot: Db, query: WholeList<DevicesQuery>) {
  return {
    name: 'Devices',
    columns: COLUMNS,
    total: await countDevices(snapshot, query),
    rows: streamRows(snapshot, orderedDevices(snapshot, query)),
    cells,
  };
}

function cells(row: Device): WrittenValue[] {
  return [
    row.deviceId,
    row.name,
    DEVICE_MODELS[row.model],
    row.adminName,
    row.purchaseDate,
    row.warrantyDate,
    row.warrantyState,
    row.status,
    row.paired ? 'Y' : 'N',
    row.lastSyncAt && wallClock(row.lastSyncAt, 'UTC'),
    row.unsentOrders,
    row.appVersion,
    row.currentFairName,
  ];
}
