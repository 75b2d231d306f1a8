import { config } from 'zod';

/**
 * Must be the first import of main.tsx: zod probes for eval, which the content security policy
 * forbids, when the first schema is created.
 */
config({ jitless: true });
