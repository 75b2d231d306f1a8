import type { NewExport } from '@pos/contract/office/exports';
import { DEVICE_MODELS, type DeviceModel } from '@pos/contract/fairs/devices';
import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fairs/package-options';
import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { WrittenSheet, WrittenValue } from '#api/spreadsheets/writing/written.ts';

/**
 * Builds the first sheet: list, filters, time, requester and row count. `names` holds the names of
 * records used in filters.
 */
export function headSheet(
  { name, total }: { name: string; total: number },
  wanted: NewExport,
  names: Map<unknown, string>,
  by: string,
): WrittenSheet {
  return {
    name: 'Export',
    columns: [
      { header: 'Parameter', kind: 'text', width: 20 },
      { header: 'Value', kind: 'text', width: 70 },
    ],
    rows: [
      ['List', name],
      ...Object.entries(wanted.query).map(([filter, value]) => [
        LABELS[filter] ?? filter,
        filterText(filter, value, names),
      ]),
      ...('ids' in wanted && wanted.ids
        ? [['Selected rows', { kind: 'integer', value: wanted.ids.length } as const]]
        : []),
      ['Rows', { kind: 'integer', value: total }],
      ...(wanted.reason ? [['Reason', wanted.reason]] : []),
      ['Exported at (UTC)', { kind: 'datetime', value: new Date().toISOString().slice(0, 19) }],
      ['Exported by', by],
    ],
  };
}

const LABELS: Record<string, string> = {
  sort: 'Sorted by',
  search: 'Search',
  fairId: 'Fair',
  schoolId: 'School',
  deviceId: 'Device',
  adminId: 'Admin',
  roleId: 'Role',
  parentId: 'Parent',
  status: 'Status',
  method: 'Method',
  type: 'Type',
  purpose: 'Purpose',
  fulfilment: 'Fulfillment',
  fulfilmentStatus: 'Shipping',
  dayOf: 'Days of',
  atLiveFair: 'At a live fair',
  taxExempt: 'Tax-exempt',
  from: 'From',
  to: 'To',
  minCents: 'At least',
  maxCents: 'At most',
  voided: 'Voided',
  reason: 'Reason held',
  state: 'State',
  grade: 'Grade',
  teacher: 'Teacher',
  hasBalance: 'Has a balance',
  phase: 'Phase',
  closeOut: 'Close-out',
  packageOption: 'Package',
  category: 'Category',
  stock: 'Stock',
  verified: 'Email verified',
  model: 'Model',
  assigned: 'Assigned',
  warranty: 'Warranty',
  stale: 'No recent contact',
};

function filterText(filter: string, value: unknown, names: Map<unknown, string>): WrittenValue {
  if (filter === 'method')
    return (value as PaymentMethod[]).map((method) => PAYMENT_METHODS[method]).join(', ');
  if (filter === 'model')
    return (value as DeviceModel[]).map((model) => DEVICE_MODELS[model]).join(', ');
  if (filter === 'packageOption')
    return (value as PackageOption[]).map((option) => PACKAGE_OPTIONS[option]).join(', ');
  if (filter === 'from' || filter === 'to') return { kind: 'date', value: String(value) };
  if (filter === 'minCents' || filter === 'maxCents')
    return { kind: 'money', value: Number(value) };
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  return names.get(value) ?? (Array.isArray(value) ? value.join(', ') : String(value));
}
