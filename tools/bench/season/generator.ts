import type { Random } from '@pos/world/random';
import type { RepeatableUuids } from './repeatable-uuids.ts';
import type { SeasonTables } from './tables.ts';

/**
 * Tables that take the season's rows, and the sources of its random numbers and keys. Both sources
 * depend on the order of the calls.
 */
export type SeasonGenerator = { tables: SeasonTables; random: Random; keys: RepeatableUuids };
