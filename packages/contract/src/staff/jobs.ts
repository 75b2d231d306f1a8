import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { signedIn } from '../permissions.ts';
import { dataSchema, Done, Id, Instant, listSchema, listQuery, several } from '../values.ts';

export const JobKind = z.enum(['sync', 'import', 'export', 'report']);
export type JobKind = z.infer<typeof JobKind>;
export const JobStatus = z.enum(['queued', 'running', 'succeeded', 'partial', 'failed']);
export type JobStatus = z.infer<typeof JobStatus>;

/** An error at one place of a file that a job read; `row` counts from 1, the header. */
export const JobError = z.strictObject({
  file: z.string(),
  row: z.int().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});
export type JobError = z.infer<typeof JobError>;

/**
 * A background job. `progress` is in percent; `result` depends on the kind. `place` is its position
 * among all waiting jobs, from 1; null once it has begun. `restartsWithinSeconds` is null unless
 * the process that ran the job is gone.
 */
export const Job = z.strictObject({
  id: Id,
  kind: JobKind,
  status: JobStatus,
  progress: z.int().min(0).max(100),
  place: z.int().min(1).nullable(),
  restartsWithinSeconds: z.int().min(1).nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  errors: z.array(JobError),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type Job = z.infer<typeof Job>;

export const JobsQuery = listQuery(['createdAt'], '-createdAt', {
  kind: several(JobKind).optional(),
  status: several(JobStatus).optional(),
}).omit({ search: true });
export type JobsQuery = z.output<typeof JobsQuery>;

/** Query of a download URL; the ticket replaces a token. */
export const FileQuery = z.strictObject({ ticket: z.string().max(100).optional() });

/** Lifetime of a ticket, in seconds. */
export const TICKET_SECONDS = 60;

export const jobsApi = defineApi({
  list: {
    call: 'GET /v1/jobs',
    place: 'seen',
    access: signedIn,
    summary: 'List your own jobs, newest first',
    description:
      'A job that waits has its `place` among all that wait, from 1. One whose process is gone says in `restartsWithinSeconds` when it starts again.',
    query: JobsQuery,
    response: listSchema(Job),
  },
  getById: {
    call: 'GET /v1/jobs/:id',
    place: 'seen',
    access: signedIn,
    summary: 'Get one of your own jobs',
    response: dataSchema(Job),
  },
  file: {
    call: 'GET /v1/jobs/:id/file',
    place: 'seen',
    access: signedIn,
    ticketed: true,
    summary: 'Download the file of one of your own jobs',
    file: true,
    names: 'file',
    description:
      'Without a token, the address needs a valid ticket: GET only, once, within 60 seconds. Callers who have lost a right that the file requires get 403.',
    query: FileQuery,
    response: dataSchema(z.null()),
  },
  ticket: {
    call: 'POST /v1/jobs/:id/ticket',
    place: 'seen',
    access: signedIn,
    summary:
      'An address to download the file of one of the own jobs from, good once and for 60 seconds',
    description: 'For browsers: the file streams to the disk. `url` is the path with its query.',
    response: dataSchema(z.strictObject({ url: z.string(), expiresAt: Instant })),
  },
  cancel: {
    call: 'POST /v1/jobs/:id/cancel',
    place: 'none',
    access: signedIn,
    summary: 'Cancel one of your own uploads, exports or report files',
    description: 'An import requires edit Fairs. 409 INVALID_TRANSITION once it has ended.',
    response: Done,
  },
});
