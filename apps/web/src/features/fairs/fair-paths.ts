import { pathTo } from '#web/lib/paths.ts';

/** A tab of a fair's page; the overview is the page itself. */
export type FairTab = 'overview' | 'inventory' | 'orders';

/** The address of a fair's page, of one of its tabs, and of that tab's list with some filters. */
export function fairPath(id: string, tab: FairTab = 'overview', filters: Record<string, unknown> = {}): string {
  return pathTo('fair-details', { id }, { tab: tab === 'overview' ? undefined : tab, ...filters });
}

/** The address of a fair's upload wizard. */
export function uploadPath(id: string): string {
  return `${pathTo('fair-details', { id })}/upload`;
}
