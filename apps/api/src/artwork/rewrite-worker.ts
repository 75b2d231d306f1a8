import { Worker } from 'node:worker_threads';
import { ReadGate } from '#api/spreadsheets/reading/read-gate.ts';
import { ArtworkError, type ArtworkRefusal, toArtworkError } from './artwork-error.ts';
import type { StoredArtwork } from './pdf-artwork.ts';

/** Output of the worker, whose input are the bytes of the file. */
export type Report =
  | ({ kind: 'rewritten' } & StoredArtwork)
  | { kind: 'refused'; refusal: ArtworkRefusal };

const LIMITS = { heapMegabytes: 256, milliseconds: 15_000 };

/** Reads one PDF at a time, so that memory stays within the limit of one. Others wait. */
const gate = new ReadGate(1);

/**
 * Rewrites an uploaded PDF in a worker of its own with a memory cap and a time limit. Throws
 * `ArtworkError` if the file is refused.
 */
export function rewriteInWorker(bytes: Uint8Array): Promise<StoredArtwork> {
  return gate.pass(() => run(bytes));
}

function run(bytes: Uint8Array): Promise<StoredArtwork> {
  const worker = new Worker(new URL('./rewrite.worker.ts', import.meta.url), {
    workerData: bytes,
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: LIMITS.heapMegabytes,
      maxYoungGenerationSizeMb: 16,
      stackSizeMb: 4,
    },
  });
  return new Promise<StoredArtwork>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ArtworkError('TOO_SLOW')), LIMITS.milliseconds);
    worker.on('message', (report: Report) =>
      report.kind === 'refused'
        ? reject(new ArtworkError(report.refusal))
        : resolve({ pdf: report.pdf, pages: report.pages }),
    );
    worker.on('error', (error) => reject(toArtworkError(error)));
    worker.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The worker of artwork exited with code ${code} and without a result.`));
    });
  }).finally(() => worker.terminate());
}
