import { use, type ComponentType, type ReactNode } from 'react';
import { afterFailedLoad, ChunkLoadError, withHint } from './new-version.ts';

/** Time limit for loading a part of the app (specification 9, chunk load timeout), in ms. */
const LOAD_TIMEOUT_MS = 120_000;

/**
 * Loads a part of the app once and caches it. Throws a ChunkLoadError if the part is gone or
 * exceeds the limit; the next call after a failure retries.
 */
export function partLoader(load: () => Promise<ComponentType>): () => Promise<ComponentType> {
  let loading: Promise<ComponentType> | undefined;
  return () => {
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

/** Component of a route, loaded when it is opened, or preloaded as a pointer comes near. */
export function lazyPart(
  load: () => Promise<ComponentType>,
): (() => ReactNode) & { preload: () => Promise<void> } {
  const loadPart = partLoader(load);
  function LazyPart() {
    const Component = use(loadPart());
    return <Component />;
  }
  return Object.assign(LazyPart, { preload: () => withHint(loadPart) });
}
