import { dashboardApi } from '@pos/contract/reports/dashboard';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { readDashboard } from './dashboard.service.ts';

export function dashboard(db: Db): Feature {
  return feature(dashboardApi, {
    read: async ({ admin, query }) => ({ data: await readDashboard(db, admin, query) }),
  });
}
