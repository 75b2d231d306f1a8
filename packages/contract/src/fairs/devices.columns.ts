import type { ListColumns } from '../column.ts';

/** Columns of the devices list. */
export const DEVICE_LIST = {
  deviceId: { label: 'Device ID', kind: 'text', width: 16 },
  name: { label: 'Name', kind: 'text' },
  model: { label: 'Model', kind: 'text' },
  adminName: { label: 'Assigned admin', kind: 'text' },
  purchaseDate: { label: 'Purchased', kind: 'date', only: 'file' },
  warrantyDate: { label: 'Warranty until', kind: 'date', width: 15, only: 'file' },
  warrantyState: { label: 'Warranty', kind: 'text', width: 10 },
  status: { label: 'Status', kind: 'text', width: 10 },
  paired: { label: 'Paired', kind: 'yesNo', width: 8, only: 'file' },
  lastSyncAt: { label: 'Last contact', kind: 'utc' },
  unsentOrders: { label: 'Unsent orders', kind: 'integer', width: 14 },
  appVersion: { label: 'App version', kind: 'text', width: 12, only: 'file' },
  currentFairName: { label: 'Current fair', kind: 'text' },
} as const satisfies ListColumns;
