import type { RecordStatus } from './values.ts';

/** Labels of active and inactive, for every kind of record. */
export const RECORD_STATUS = {
  active: { label: 'Active', meaning: 'ok' },
  inactive: { label: 'Inactive', meaning: 'off' },
} as const satisfies Record<RecordStatus, object>;
