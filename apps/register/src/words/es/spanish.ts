import { around } from './around.ts';
import { paying } from './paying.ts';
import { selling } from './selling.ts';

/** Spanish words of the first screens; a device that speaks English never loads them. */
export const spanish = { ...selling, ...paying, ...around };
