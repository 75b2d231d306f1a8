import { z } from 'zod';

/**
 * Use of money that a student has not spent: it stays for the next fair, or is paid back (domain 12
 * d).
 */
export const LeftoverPolicy = z.enum(['carry_forward', 'refund']);
export type LeftoverPolicy = z.infer<typeof LeftoverPolicy>;
