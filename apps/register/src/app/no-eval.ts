import { config } from 'zod';

/**
 * Stops zod from compiling schemas with `eval`, which the content security policy forbids. zod tests
 * for `eval` as soon as the first schema is created, so main.tsx has to import this file first.
 */
config({ jitless: true });
