import { parentPort, workerData } from 'node:worker_threads';
import { labelsPdf, type LabelSheet } from './labels-pdf.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread.');
port.postMessage(await labelsPdf(workerData as LabelSheet));
port.close();
