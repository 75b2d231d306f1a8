import { Worker } from 'node:worker_threads';
import { ReadGate } from '#api/spreadsheets/reading/read-gate.ts';
import type { WalletCard } from './wallet-cards.queries.ts';

/** Cards to print, and what is printed on each. */
export type CardSheet = { cards: readonly WalletCard[]; companyName: string; hasNames: boolean };

/** Draws one sheet at a time, so that memory stays within the limit of one. Others wait. */
const gate = new ReadGate(1);

/** Renders cards as a PDF in a worker, so that other requests continue meanwhile. */
export function drawCards(sheet: CardSheet): Promise<Buffer> {
  return gate.pass(() => run(sheet));
}

function run(sheet: CardSheet): Promise<Buffer> {
  const worker = new Worker(new URL('./wallet-cards.worker.ts', import.meta.url), {
    workerData: sheet,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  });
  return new Promise<Buffer>((resolve, reject) => {
    worker.on('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)));
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`The card worker exited with code ${code} and without a result.`)),
    );
  }).finally(() => worker.terminate());
}
