import { jobsApi } from '@pos/contract/staff/jobs';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, FileAnswer, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import type { FileStore } from '#api/files/file-store.ts';
import { findOwnJobs } from './jobs.queries.ts';
import { cancelOwnJob, readJob, requireFile } from './jobs.service.ts';
import { makeTicket } from './tickets.service.ts';

const CONTENT_TYPES: Record<string, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The caller's own jobs and their files. Large files are read from `files`. */
export function jobs(db: Db, files: FileStore): Feature {
  return feature(jobsApi, {
    list: async ({ query, admin }) => {
      const { results, total } = await findOwnJobs(db, admin.id, query);
      return getPage(results, total, query);
    },
    getById: async ({ params, admin }) => ({ data: await readJob(db, admin, params.id) }),
    file: async ({ params, admin }) => {
      const { file, holdsNames } = await requireFile(db, admin, params.id);
      const content = 'bytes' in file ? file.bytes : await files.read(file.storedAs);
      if (!content) throw missing('file');
      return new FileAnswer(
        file.name,
        CONTENT_TYPES[file.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        content,
        { holdsNames },
      );
    },
    ticket: async ({ params, admin }) => {
      await requireFile(db, admin, params.id);
      return { data: await makeTicket(db, admin, params.id) };
    },
    cancel: async ({ params, admin }) => {
      await cancelOwnJob(db, admin, params.id);
      return { message: 'Canceled.', data: { id: params.id } };
    },
  });
}
