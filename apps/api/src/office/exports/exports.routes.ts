import { exportsApi } from '@pos/contract/office/exports';
import { feature, type Feature } from '#api/http/feature.ts';
import { queueExport } from './exports.service.ts';

/** Exports lists as files. The rows come from the queries of the lists themselves. */
export function exports(): Feature {
  return feature(exportsApi, {
    add: async ({ tx, admin, actor, body }) => ({
      message: 'Your export is being prepared.',
      data: { jobId: await queueExport(tx, admin, actor, body) },
    }),
  });
}
