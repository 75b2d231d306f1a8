import { config } from 'zod';

/**
 * The content security policy forbids eval, and zod would probe for it when the first schema is made: this module is
 * therefore the first import of main.tsx.
 */
config({ jitless: true });
