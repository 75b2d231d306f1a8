import type { CartonStage } from '@pos/contract/stock/cartons';
import { pathTo } from '#web/lib/api/paths.ts';

/** Tab of a fair's page; the overview is the page itself. */
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

/** Address of a fair's page, of one of its tabs, or of that tab's list with filters. */
export function fairPath(
  id: string,
  tab: FairTab = 'overview',
  filters: Record<string, unknown> = {},
): string {
  return pathTo('fair-details', { id }, { tab: tab === 'overview' ? undefined : tab, ...filters });
}

/** Address of a fair's upload wizard. */
export function uploadPath(id: string): string {
  return `${pathTo('fair-details', { id })}/upload`;
}

/** Address for making a fair's packing list from its package. */
export function packingListPath(id: string): string {
  return `${pathTo('fair-details', { id })}/packing-list`;
}

/** Address for uploading a fair's return count. */
export function returnCountPath(id: string): string {
  return `${pathTo('fair-details', { id })}/return-count`;
}

/** Address for uploading fairs. */
export const FAIRS_UPLOAD_PATH = `${pathTo('fairs')}/upload`;

/** Address for scanning a fair's cartons, at delivery or at return. */
export function scanPath(id: string, stage: CartonStage): string {
  return `${pathTo('fair-details', { id })}/scan?stage=${stage}`;
}
