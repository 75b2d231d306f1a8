import { PAGES, type Module, type PageKey } from '@pos/contract/permissions';
import type { Icon } from '@tabler/icons-react';
import { IconBuildingStore } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/**
 * The screens: one line each. `page` names the entry of PAGES that gives address, title and right; a screen below a
 * page (a tab, a wizard) has its own `path` and `title`. `load` brings the component when the screen is first opened.
 */
type Screen = { page: PageKey; path?: string; title?: string; load: () => Promise<ComponentType> };

export const SCREENS: readonly Screen[] = [];

/** The address of a screen, as the router writes it: `/edit-device/$id`. */
export function screenPath({ page, path }: Screen): string {
  return path ?? PAGES[page].path;
}

/** The title of a screen, behind "POS Admin - ". */
export function screenTitle({ page, title }: Screen): string {
  return title ?? PAGES[page].title;
}

/** The menu's icons; a module is in the menu when the page that carries its name has a screen. */
export const MENU_ICONS: Partial<Record<Module, Icon>> = { Dashboard: IconBuildingStore };
