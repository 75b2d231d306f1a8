import { reportsApi } from '@pos/contract/reports';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { runReport, runReportAsXlsx } from './reports.service.ts';

export function reports(db: Db): Feature {
  return feature(reportsApi, {
    run: async ({ admin, query }) => (query.format === 'xlsx' ? runReportAsXlsx(db, admin, query) : { data: await runReport(db, admin, query) }),
  });
}
