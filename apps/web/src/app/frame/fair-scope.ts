import type { PageKey } from '@pos/contract/permissions';
import { Id } from '@pos/contract/values';
import { useLocation } from '@tanstack/react-router';
import { createContext, useState } from 'react';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import type { Screen } from '../screen.ts';
import { screenAt, screenPath } from '../screens.ts';

/** Pages that show one fair or all, by `fairId` in their address. */
const SCOPED: readonly PageKey[] = [
  'dashboard',
  'payments',
  'orders',
  'reports',
  'students',
  'fair-inventory',
];

/** True for a page that follows the fair switcher. */
export function isScoped(pathname: string): boolean {
  const screen = screenAt(pathname);
  return screen !== undefined && SCOPED.includes(screen.page);
}

/** Fair that the menu carries from page to page; stored nowhere but in addresses. */
export const FairScope = createContext<string | undefined>(undefined);

/** Fair of the address or, on a page without a fair, of the previous page. */
export function useFairScope(): string | undefined {
  const { pathname, search } = useLocation();
  const [carried, setCarried] = useState<string>();
  const fairId = isScoped(pathname)
    ? Id.safeParse((search as { fairId?: unknown }).fairId).data
    : carried;
  if (fairId !== carried) setCarried(fairId);
  return fairId;
}

/** Address of a screen, with the fair if the screen has one. */
export function scopedPath(screen: Screen, fairId: string | undefined): string {
  return `${screenPath(screen)}${SCOPED.includes(screen.page) ? stringifySearch({ fairId }) : ''}`;
}
