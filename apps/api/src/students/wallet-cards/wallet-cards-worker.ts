import { drawInWorker } from '#api/pdf/draw-in-worker.ts';
import { ReadGate } from '#api/spreadsheets/reading/read-gate.ts';
import type { WalletCard } from './wallet-cards.queries.ts';

/** Cards to print, and what is printed on each. */
export type CardSheet = { cards: readonly WalletCard[]; companyName: string; hasNames: boolean };

/** Draws one sheet at a time, so that memory stays within the limit of one. Others wait. */
const gate = new ReadGate(1);

/** Renders cards as a PDF in a worker. */
export function drawCards(sheet: CardSheet): Promise<Buffer> {
  const file = new URL('./wallet-cards.worker.ts', import.meta.url);
  return gate.pass(() => drawInWorker(file, sheet));
}
