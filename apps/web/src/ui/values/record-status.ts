import type { RecordStatus } from '@pos/contract/values';
import type { StatusText } from './status-pill.tsx';

/** Labels of active and inactive, for every kind of record. */
export const RECORD_STATUS: Record<RecordStatus, StatusText> = {
  active: { label: 'Active', meaning: 'ok' },
  inactive: { label: 'Inactive', meaning: 'off' },
};
