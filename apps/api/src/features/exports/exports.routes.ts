import { exportsApi } from '@pos/contract/exports';
import { feature, type Feature } from '#api/http/feature.ts';
import { queueExport } from './exports.service.ts';

/** Lists as files; the rows are those that the list itself gives. */
export function exports(): Feature {
  return feature(exportsApi, {
    add: async ({ tx, admin, actor, body }) => ({
      message: 'Your export is being made.',
      data: { jobId: await queueExport(tx, admin, actor, body) },
    }),
  });
}
