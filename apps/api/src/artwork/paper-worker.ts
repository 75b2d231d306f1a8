import { Worker } from 'node:worker_threads';
import { ReadGate } from '#api/spreadsheets/reading/read-gate.ts';
import { ArtworkError, type ArtworkRefusal } from './artwork-error.ts';
import type { compose, Layout } from './compose.ts';
import type { StoredArtwork } from './pdf-artwork.ts';

/** Input and output of the worker. */
export type Order = { kind: 'rewrite'; bytes: Uint8Array } | { kind: 'compose'; layout: Layout };
type Composed = Awaited<ReturnType<typeof compose>>;
export type Report =
  | ({ kind: 'rewritten' } & StoredArtwork)
  | { kind: 'composed'; outcome: Composed }
  | { kind: 'refused'; refusal: ArtworkRefusal };

const LIMITS = { heapMegabytes: 256, milliseconds: 15_000 };

/**
 * Reads one PDF and renders one at a time, so that memory stays within the limit of one each.
 * Others wait.
 */
const gates = { rewrite: new ReadGate(1), compose: new ReadGate(1) };

/**
 * Rewrites an uploaded PDF in a worker with a memory cap and a time limit. Throws `ArtworkError` if
 * the file is refused.
 */
export async function rewriteInWorker(bytes: Uint8Array): Promise<StoredArtwork> {
  const report = await gates.rewrite.pass(() => run({ kind: 'rewrite', bytes }));
  if (report.kind !== 'rewritten') throw new Error('The worker returned no artwork.');
  return { pdf: report.pdf, pages: report.pages };
}

/** Renders a document in a worker, so that other requests continue meanwhile. */
export async function composeInWorker(layout: Layout): Promise<Composed> {
  const report = await gates.compose.pass(() => run({ kind: 'compose', layout }));
  if (report.kind !== 'composed') throw new Error('The worker returned no document.');
  return report.outcome;
}

function run(order: Order): Promise<Report> {
  const worker = new Worker(new URL('./paper.worker.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: LIMITS.heapMegabytes,
      maxYoungGenerationSizeMb: 16,
      stackSizeMb: 4,
    },
  });
  return new Promise<Report>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ArtworkError('TOO_SLOW')), LIMITS.milliseconds);
    worker.on('message', (report: Report) =>
      report.kind === 'refused' ? reject(new ArtworkError(report.refusal)) : resolve(report),
    );
    worker.on('error', (error) =>
      reject(
        isOutOfMemory(error)
          ? new ArtworkError('TOO_MUCH_MEMORY')
          : isTooDeep(error)
            ? new ArtworkError('DAMAGED', error)
            : error,
      ),
    );
    worker.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The paper worker exited with code ${code} and without a result.`));
    });
  }).finally(() => worker.terminate());
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Returns true for the stack overflow of a file with endless nesting. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError;
}
