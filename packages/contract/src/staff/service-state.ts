import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { self } from '../permissions.ts';
import { dataSchema } from '../values.ts';

/**
 * State of the storage: `low` with less than 1 GB or, below 20 GB, less than a tenth of the disk;
 * `full` after a write was refused.
 */
export const StorageState = z.enum(['ok', 'low', 'full']);
export type StorageState = z.infer<typeof StorageState>;

/** `read_only` if the server is a standby or accepts no changes; `away` if it does not answer. */
export const DatabaseState = z.enum(['ok', 'read_only', 'away']);
export type DatabaseState = z.infer<typeof DatabaseState>;

/** Messages for each state of reduced service. */
export const SERVICE_SENTENCES = {
  away: 'The service is not ready. Try again in a moment.',
  read_only:
    'The database accepts no changes at the moment. Nothing can be saved; data can still be viewed.',
  full: 'The storage is full. Nothing can be saved until space is freed.',
  low: 'The storage is almost full. Free up space before saving stops.',
} as const satisfies Record<Exclude<DatabaseState | StorageState, 'ok'>, string>;

export const ServiceState = z.strictObject({ database: DatabaseState, storage: StorageState });
export type ServiceState = z.infer<typeof ServiceState>;

export const serviceStateApi = defineApi({
  get: {
    call: 'GET /v1/service-state',
    place: 'none',
    access: self,
    summary: 'Check if changes can be saved',
    description: 'Checked at most once a second, like /ready.',
    response: dataSchema(ServiceState),
  },
});
