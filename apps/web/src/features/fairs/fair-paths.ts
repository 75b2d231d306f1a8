import type { CartonStage } from '@pos/contract/cartons';
import { pathTo } from '#web/lib/paths.ts';

/** A tab of a fair's page; the overview is the page itself. */
export type FairTab =
  | 'overview'
  | 'inventory'
  | 'cartons'
  | 'orders'
  | 'payments'
  | 'devices'
  | 'templates'
  | 'close-out'
  | 'activity';

/** The address of a fair's page, of one of its tabs, and of that tab's list with some filters. */
export function fairPath(
  id: string,
  tab: FairTab = 'overview',
  filters: Record<string, unknown> = {},
): string {
  return pathTo('fair-details', { id }, { tab: tab === 'overview' ? undefined : tab, ...filters });
}

/** The address of a fair's upload wizard. */
export function uploadPath(id: string): string {
  return `${pathTo('fair-details', { id })}/upload`;
}

/** The address where a fair's return count is uploaded. */
export function returnCountPath(id: string): string {
  return `${pathTo('fair-details', { id })}/return-count`;
}

/** The address where fairs are uploaded. */
export const FAIRS_UPLOAD_PATH = `${pathTo('fairs')}/upload`;

/** The address where a fair's cartons are scanned, at delivery or at return. */
export function scanPath(id: string, stage: CartonStage): string {
  return `${pathTo('fair-details', { id })}/scan?stage=${stage}`;
}
