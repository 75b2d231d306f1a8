import { parentPort, workerData } from 'node:worker_threads';
import { ArtworkError } from './artwork-error.ts';
import { rewritePdf } from './pdf-artwork.ts';
import type { Report } from './rewrite-worker.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread.');
const report = (message: Report) => port.postMessage(message);

try {
  report({ kind: 'rewritten', ...(await rewritePdf(workerData as Uint8Array)) });
} catch (error) {
  if (!(error instanceof ArtworkError)) throw error;
  report({ kind: 'refused', refusal: error.refusal });
}
port.close();
