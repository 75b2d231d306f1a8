import { use, type ComponentType, type ReactNode } from 'react';
import { afterFailedLoad, ChunkLoadError, withHint } from './new-version.ts';

/** Limit for loading a part of the app (specification 9, chunk load timeout), in ms. */
const LOAD_TIMEOUT_MS = 120_000;

/**
 * Loads a part of the app once and keeps it. Fails with a ChunkLoadError when the part is gone or
 * takes longer than the limit; the next call after a failure tries again.
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

/** A component of a route that is loaded when it is opened, or before, as a pointer comes near. */
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
