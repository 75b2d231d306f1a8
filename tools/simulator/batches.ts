import type { Random } from '@pos/world/random';
import type { Sold } from './register-memory.ts';

/** Share of the batches sent twice. */
const SENT_TWICE = 0.3;

/** Imitates a bad network: some batches twice, all of them and their orders shuffled. */
export function disturbed(batches: readonly Sold[][], random: Random): Sold[][] {
  const sent = batches.flatMap((batch) => (random.chance(SENT_TWICE) ? [batch, batch] : [batch]));
  return random.shuffled(sent).map((batch) => random.shuffled(batch));
}
