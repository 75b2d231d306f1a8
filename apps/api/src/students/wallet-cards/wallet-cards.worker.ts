import { parentPort, workerData } from 'node:worker_threads';
import type { CardSheet } from './wallet-cards-worker.ts';
import { walletCardsPdf } from './wallet-cards-pdf.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread.');
const { cards, ...sheet } = workerData as CardSheet;
port.postMessage(await walletCardsPdf(cards, sheet));
port.close();
