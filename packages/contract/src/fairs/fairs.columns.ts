import type { ListColumns } from '../column.ts';

/** Columns of the fairs list. */
export const FAIR_LIST = {
  fair: { label: 'Fair', kind: 'text', only: 'screen' },
  state: { label: 'State', kind: 'text', only: 'screen' },
  identifier: { label: 'Identifier', kind: 'text', width: 20, only: 'file' },
  name: { label: 'Name', kind: 'text', width: 32, only: 'file' },
  schoolIdentifier: { label: 'School identifier', kind: 'text', width: 18, only: 'file' },
  schoolName: { label: 'School', kind: 'text', width: 32, only: 'file' },
  address: { label: 'Address', kind: 'text', width: 32, only: 'file' },
  dates: { label: 'Dates', kind: 'text', only: 'screen' },
  startDate: { label: 'Start', kind: 'date', only: 'file' },
  endDate: { label: 'End', kind: 'date', only: 'file' },
  timeZone: { label: 'Time zone', kind: 'text', only: 'file' },
  phase: { label: 'Phase', kind: 'text', width: 10, only: 'file' },
  salesTaxRatePpm: { label: 'Tax', kind: 'percent' },
  adminName: { label: 'Admin', kind: 'text' },
  packageOption: { label: 'Package', kind: 'text', width: 10 },
  orders: { label: 'Orders', kind: 'integer', only: 'file' },
  salesByDay: { label: 'By day', kind: 'text', only: 'screen' },
  netCents: { label: 'Net sales', kind: 'money' },
  status: { label: 'Status', kind: 'text', width: 10, only: 'file' },
  closeOut: { label: 'Close-out', kind: 'text', width: 12, only: 'file' },
} as const satisfies ListColumns;
