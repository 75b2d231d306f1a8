import { afterFailedLoad, ChunkLoadError } from '../live/new-version.ts';

/** Time limit for loading a part of the app (specification 9, chunk load timeout), in ms. */
const LOAD_TIMEOUT_MS = 120_000;

/**
 * Loads a part of the app once and caches it. Throws a ChunkLoadError if the part is gone or
 * exceeds the limit; the next call after a failure retries. A part that needs the network fails at
 * once while the browser is offline: files that failed then could not be loaded without reloading
 * the page.
 */
export function partLoader<Part>(
  load: () => Promise<Part>,
  { needsNetwork = false } = {},
): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    if (needsNetwork && !loading && !navigator.onLine) return Promise.reject(new ChunkLoadError());
    loading ??= inTime(load()).catch((error: unknown) => {
      loading = undefined;
      return afterFailedLoad(error);
    });
    return loading;
  };
}

function inTime<Part>(loaded: Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError()), LOAD_TIMEOUT_MS);
    loaded.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
