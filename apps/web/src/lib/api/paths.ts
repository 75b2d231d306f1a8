import { PAGES, type PageKey } from '@pos/contract/permissions';
import { stringifySearch } from '../lists/search-params.ts';

/**
 * Builds the address of a page: `pathTo('edit-device', { id })`, `pathTo('orders', undefined, {
 * fairId })`.
 */
export function pathTo(
  page: PageKey,
  params: Record<string, string> = {},
  search: Record<string, unknown> = {},
): string {
  const path = PAGES[page].path.replace(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return `${path}${stringifySearch(search)}`;
}
