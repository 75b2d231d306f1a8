import { parentPort, workerData } from 'node:worker_threads';
import { ArtworkError } from './artwork-error.ts';
import { compose } from './compose.ts';
import type { Order, Report } from './paper-worker.ts';
import { rewritePdf } from './pdf-artwork.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread.');
const order = workerData as Order;
const report = (message: Report) => port.postMessage(message);

try {
  if (order.kind === 'rewrite') report({ kind: 'rewritten', ...(await rewritePdf(order.bytes)) });
  else report({ kind: 'composed', outcome: await compose(order.layout) });
} catch (error) {
  if (!(error instanceof ArtworkError)) throw error;
  report({ kind: 'refused', refusal: error.refusal });
}
port.close();
