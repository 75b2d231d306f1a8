import { Worker } from 'node:worker_threads';

/**
 * Renders a PDF in a worker, so that other requests continue meanwhile. `file` is the worker's; it
 * posts the bytes of what it renders from `workerData`.
 */
export function drawInWorker(file: URL, workerData: unknown): Promise<Buffer> {
  const worker = new Worker(file, {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  });
  return new Promise<Buffer>((resolve, reject) => {
    worker.on('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)));
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`The worker of a PDF exited with code ${code} and without a result.`)),
    );
  }).finally(() => worker.terminate());
}
