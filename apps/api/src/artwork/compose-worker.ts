import { DrawingWorker } from '#api/pdf/drawing-worker.ts';
import { toArtworkError } from './artwork-error.ts';
import type { compose, Layout } from './compose.ts';

const worker = new DrawingWorker<Layout, Awaited<ReturnType<typeof compose>>>(
  new URL('./compose.worker.ts', import.meta.url),
);

/** Renders a document in a worker. Throws `ArtworkError` if its artwork takes too much of it. */
export function composeInWorker(layout: Layout): ReturnType<typeof compose> {
  return worker.draw(layout).catch((error: unknown) => {
    throw toArtworkError(error);
  });
}
