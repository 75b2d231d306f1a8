import { reportsApi } from '@pos/contract/reports/reports';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { queueReport } from './files/report-files.service.ts';
import { runReportAsFile } from './files/report-writing.service.ts';
import { runReport } from './reports.service.ts';

export function reports(db: Db): Feature {
  return feature(reportsApi, {
    run: async ({ admin, query: { format = 'json', ...query } }) =>
      format === 'json'
        ? { data: await runReport(db, admin, query) }
        : runReportAsFile(db, admin, query, format),
    make: async ({ tx, admin, actor, body }) => ({
      message: 'Your report is being prepared.',
      data: { jobId: await queueReport(tx, admin, actor, body) },
    }),
  });
}
