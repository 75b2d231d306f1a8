import { PAGES, type PageKey } from '@pos/contract/permissions';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/**
 * One screen. `page` names the entry of PAGES that gives address, title and right; a screen below a page (a tab, a
 * wizard, one record) has its own `path` and `title`. One with an `icon` stands in the menu, under its module's name.
 * `load` brings the component when the screen is first opened.
 */
export type Screen = { page: PageKey; path?: string; title?: string; icon?: Icon; load: () => Promise<ComponentType> };

/** The screens, one line each, the menu's in the order of the specification. A page that is not here does not exist yet. */
export const SCREENS: readonly Screen[] = [];

/** The address of a screen as the router writes it: `/edit-device/$id`. */
export function screenPath({ page, path }: Screen): string {
  return path ?? PAGES[page].path;
}

/** The title of a screen, behind "POS Admin - ". */
export function screenTitle({ page, title }: Screen): string {
  return title ?? PAGES[page].title;
}

/** The module that a page belongs to; nothing for the own profile and the like. */
export function moduleOf(page: PageKey): string | undefined {
  const entry = PAGES[page];
  return 'module' in entry ? entry.module : undefined;
}

/** The page of the specification's table that an address belongs to, whether it has a screen yet or not. */
export function pageAt(pathname: string): PageKey | undefined {
  return (Object.keys(PAGES) as PageKey[]).find((key) => matches(PAGES[key].path, pathname));
}

/** The screen at an address. */
export function screenAt(pathname: string): Screen | undefined {
  return SCREENS.find((screen) => matches(screenPath(screen), pathname));
}

function matches(path: string, pathname: string): boolean {
  const parts = path.split('/');
  const given = pathname.replace(/\/+$/, '').split('/');
  return parts.length === given.length && parts.every((part, index) => (part.startsWith('$') ? given[index] !== '' : part === given[index]));
}
