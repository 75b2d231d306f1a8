import { opensPage } from '@pos/contract/permissions';
import { use, type ComponentType, type ReactNode } from 'react';
import { useRights } from '#web/lib/session.tsx';
import { useArrival } from './navigation-focus.ts';
import { AccessDenied } from './pages/access-denied.tsx';
import type { Screen } from './screens.ts';

const LOAD_TIMEOUT_MS = 120_000;

/** A part of the app could not be fetched; the name and the time-out are the specification's (section 8). */
class ChunkLoadError extends Error {
  constructor() {
    super('A part of the app could not be loaded.');
    this.name = 'ChunkLoadError';
  }
}

/** The component of a screen's route: loads the screen when it is opened, and only for those who may open it. */
export function lazyScreen(screen: Screen): (() => ReactNode) & { preload: () => Promise<void> } {
  let loading: Promise<ComponentType> | undefined;
  const load = (): Promise<ComponentType> => {
    loading ??= Promise.race([screen.load(), rejectLater()]).catch((error: unknown) => {
      // The next visit tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  function Loaded() {
    const Component = use(load());
    useArrival();
    return <Component />;
  }
  function LazyScreen() {
    return opensPage(screen.page, useRights()) ? <Loaded /> : <AccessDenied page={screen.page} />;
  }
  return Object.assign(LazyScreen, { preload: async () => void (await load()) });
}

function rejectLater(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new ChunkLoadError()), LOAD_TIMEOUT_MS));
}
