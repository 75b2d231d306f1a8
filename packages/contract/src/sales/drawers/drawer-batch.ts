import { z } from 'zod';
import { item } from '../register-values.ts';
import { DrawerEntry, MAX_DRAWER_BATCH } from './drawers.ts';

/**
 * Batch of entries that a register sends. Apart from the drawer, which the office app loads: a batch
 * makes a JSON schema of its items at once, and that app holds no JSON schemas.
 */
export const DrawerBatch = z.strictObject({
  entries: z
    .array(item(DrawerEntry))
    .min(1, 'Send at least one entry.')
    .max(MAX_DRAWER_BATCH, `Send at most ${MAX_DRAWER_BATCH} entries.`),
});
export type DrawerBatch = z.infer<typeof DrawerBatch>;
