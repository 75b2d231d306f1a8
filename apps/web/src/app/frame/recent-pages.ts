import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { changeSealed, readSealed } from '#web/lib/drafts/sealed-store.ts';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { pageModule, screenAt, screenPath, screenTitle } from '../screens.ts';

/** Kept sealed in this browser until the user signs out. */
const NAME = 'recent-pages';
const MAX_PAGES = 8;
/** Minimum stay (ms); a page left sooner does not count as visited. */
const VISITED_AFTER_MS = 1_000;

const RecentPages = z.array(z.strictObject({ to: z.string(), label: z.string() }));
export type RecentPage = z.infer<typeof RecentPages>[number];

/** Recently visited pages, newest first, without the current one. */
export function useRecentPages(): RecentPage[] {
  const owner = useSession()?.user.id;
  const { pathname } = useLocation();
  const [pages, setPages] = useState<RecentPage[]>([]);
  useEffect(() => {
    let isGone = false;
    if (owner) void readSealed(owner, NAME).then((saved) => !isGone && setPages(pagesIn(saved)));
    return () => {
      isGone = true;
    };
  }, [owner]);
  return pages.filter(({ to }) => to.split('?')[0] !== pathname);
}

/** Records each screen the user stays on: the address with its fair and tab, never the search. */
export function useRememberPages(): void {
  const owner = useSession()?.user.id;
  const { pathname, search } = useLocation();
  const { fairId, tab } = search as Record<string, unknown>;
  const to = `${pathname}${stringifySearch({ fairId, tab })}`;
  useEffect(() => {
    const screen = screenAt(pathname);
    if (!owner || !screen) return undefined;
    const timer = setTimeout(
      () => void remember(owner, { to, label: getLabel(screen) }),
      VISITED_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [owner, pathname, to]);
}

/** Label of a page. A record's page is named by its heading; a student's page never by a name. */
function getLabel(screen: NonNullable<ReturnType<typeof screenAt>>): string {
  const title = screenTitle(screen);
  if (!screenPath(screen).includes('$') || pageModule(screen.page) === 'Students') return title;
  const heading = document.querySelector('#main h1')?.textContent.trim();
  return heading && heading !== title ? `${heading}: ${title}` : title;
}

async function remember(owner: string, page: RecentPage): Promise<void> {
  const path = page.to.split('?')[0];
  await changeSealed(owner, NAME, (saved) => {
    const others = pagesIn(saved).filter(({ to }) => to.split('?')[0] !== path);
    return [page, ...others].slice(0, MAX_PAGES);
  });
}

function pagesIn(saved: unknown): RecentPage[] {
  return RecentPages.safeParse(saved).data ?? [];
}
