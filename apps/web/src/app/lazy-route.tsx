import { use, type ComponentType, type ReactNode } from 'react';
import { partLoader } from '#web/lib/api/load-part.ts';
import { withHint } from '#web/lib/live/new-version.ts';

/**
 * Component of a route, loaded when it is opened, or preloaded as a pointer comes near. A failure
 * ends in the router's error page.
 */
export function lazyRoute(
  load: () => Promise<ComponentType>,
): (() => ReactNode) & { preload: () => Promise<void> } {
  const loadPart = partLoader(load);
  function LazyRoute() {
    const Component = use(loadPart());
    return <Component />;
  }
  return Object.assign(LazyRoute, { preload: () => withHint(loadPart) });
}
