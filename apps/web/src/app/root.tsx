import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { Overlay } from '#web/ui/notice.tsx';
import { Toasts } from '#web/ui/toast.tsx';

/** Root of every page: document title, lazily loaded parts, toasts. */
export function Root() {
  const title = useMatches().at(-1)?.staticData.title ?? 'Page not found';
  useEffect(() => {
    document.title = `POS Admin - ${title}`;
  }, [title]);
  return (
    <>
      <Suspense fallback={<Overlay text="Loading…" />}>
        <Outlet />
      </Suspense>
      <Toasts />
    </>
  );
}
