import { DrawingWorker } from '#api/pdf/drawing-worker.ts';
import type { WalletCard } from './wallet-cards.queries.ts';

/** Cards to print, and what is printed on each. */
export type CardSheet = { cards: readonly WalletCard[]; companyName: string; hasNames: boolean };

const worker = new DrawingWorker<CardSheet, Uint8Array>(
  new URL('./wallet-cards.worker.ts', import.meta.url),
);

/** Renders cards as a PDF. */
export async function drawCards(sheet: CardSheet): Promise<Buffer> {
  return Buffer.from(await worker.draw(sheet));
}
