import { z } from 'zod';

/** Kinds of heavy calls; the server runs a few of each at once. */
export const HeavyKind = z.enum(['report', 'document', 'upload']);
export type HeavyKind = z.infer<typeof HeavyKind>;
