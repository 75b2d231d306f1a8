import { jobsApi } from '@pos/contract/jobs';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, FileAnswer, type Feature } from '#api/http/feature.ts';
import { findOwnJob, findOwnJobFile } from './jobs.queries.ts';

const CONTENT_TYPES: Record<string, string> = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

export function jobs(db: Db): Feature {
  return feature(jobsApi, {
    getById: async ({ params, admin }) => {
      const job = await findOwnJob(db, admin.id, params.id);
      if (!job) throw missing('job');
      return { data: job };
    },
    file: async ({ params, admin }) => {
      const file = await findOwnJobFile(db, admin.id, params.id);
      if (!file) throw missing('file');
      return new FileAnswer(file.name, CONTENT_TYPES[file.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream', file.bytes);
    },
  });
}
