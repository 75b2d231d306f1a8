import type { Duty, PageKey } from '@pos/contract/permissions';
import type { ComponentType } from 'react';
import type { ListQuery } from '#web/lib/lists/list.ts';

/**
 * Component of a screen. `firstRead` is the list it shows first, given the parameters of its
 * address.
 */
export type ScreenComponent = ComponentType & {
  firstRead?: (params: Record<string, unknown>) => ListQuery<unknown> | undefined;
};

/**
 * One screen. `page` names the entry of PAGES with its address, title and right; a screen below a
 * page (a tab, a wizard, one record) has its own `path` and `title`, and may need a `duty` or the
 * right to open a page `also`.
 * `inMenu`: listed in the menu under its module's name, with its icon from menu-icons.ts; `below`:
 * listed under the entry of that page, by its own title. `full`:
 * takes the whole window, without menu and top bar. `load` imports the component when the screen is
 * first opened.
 */
export type Screen = {
  page: PageKey;
  path?: string;
  title?: string;
  duty?: Duty;
  also?: PageKey;
  inMenu?: true;
  below?: PageKey;
  full?: true;
  load: () => Promise<ScreenComponent>;
};
