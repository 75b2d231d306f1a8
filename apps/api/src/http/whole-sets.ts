import type { Endpoint } from '@pos/contract/endpoint';

/**
 * Calls that show whole sets (lists, totals, dashboards, reports, the search) and may read from a
 * replica, where they cannot write. Single records, and lists on which decisions about money are
 * based, are read from the primary.
 */
const WHOLE_SETS: ReadonlySet<string> = new Set([
  'GET /v1/admins',
  'GET /v1/dashboard',
  'GET /v1/devices',
  'GET /v1/fairs',
  'GET /v1/fairs/calendar',
  'GET /v1/fairs/sales',
  'GET /v1/inventory/all-inventory',
  'GET /v1/inventory/all-inventory/:id/fairs',
  'GET /v1/inventory/fair-inventory',
  'GET /v1/orders',
  'GET /v1/orders/totals',
  'GET /v1/packages',
  'GET /v1/payments',
  'GET /v1/payments/totals',
  'GET /v1/reports',
  'GET /v1/roles',
  'GET /v1/schools',
  'GET /v1/schools/ave-dollars/:id',
  'GET /v1/search',
  'GET /v1/students',
  'GET /v1/students/school-totals/:id',
]);

/** Returns true if a call may read from a replica. */
export const readsWholeSet = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  WHOLE_SETS.has(`${method} ${path}`);
