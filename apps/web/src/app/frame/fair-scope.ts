import type { PageKey } from '@pos/contract/permissions';
import { Id } from '@pos/contract/values';
import { useLocation } from '@tanstack/react-router';
import { createContext, useState } from 'react';
import { stringifySearch } from '#web/lib/search-params.ts';
import { screenAt, screenPath, type Screen } from '../screens.ts';

/** The pages that show one fair or all of them, as `fairId` in their address says. */
const SCOPED: readonly PageKey[] = [
  'dashboard',
  'payments',
  'orders',
  'reports',
  'students',
  'fair-inventory',
];

/** True for a page that the fair switcher rules. */
export function isScoped(pathname: string): boolean {
  const screen = screenAt(pathname);
  return screen !== undefined && SCOPED.includes(screen.page);
}

/** The fair that the menu carries along from page to page; it stands nowhere but in addresses. */
export const FairScope = createContext<string | undefined>(undefined);

/** The fair of the address, or, on a page that is not by fair, that of the page before. */
export function useFairScope(): string | undefined {
  const { pathname, search } = useLocation();
  const [carried, setCarried] = useState<string>();
  const fairId = isScoped(pathname)
    ? Id.safeParse((search as { fairId?: unknown }).fairId).data
    : carried;
  if (fairId !== carried) setCarried(fairId);
  return fairId;
}

/** The address of a screen with the fair, where the screen is by fair. */
export function scopedPath(screen: Screen, fairId: string | undefined): string {
  return `${screenPath(screen)}${SCOPED.includes(screen.page) ? stringifySearch({ fairId }) : ''}`;
}
