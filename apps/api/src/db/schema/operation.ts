import type { JobError, JobKind, JobStatus } from '@pos/contract/jobs';
import type { NotificationSubject } from '@pos/contract/notifications';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Json = Record<string, unknown>;

export type JobsTable = {
  id: string;
  kind: JobKind;
  ownerId: string;
  status: Generated<JobStatus>;
  progress: Generated<number>;
  params: JSONColumnType<Json, string | undefined>;
  result: JSONColumnType<Json | null, string | null | undefined, string | null>;
  errors: JSONColumnType<JobError[], string | undefined>;
  input: Buffer | null;
  file: Buffer | null;
  fileName: string | null;
  storedFile: Generated<string | null>;
  leaseUntil: string | null;
  attempts: Generated<number>;
  createdAt: Generated<string>;
  finishedAt: string | null;
};

export type AdminChangesTable = {
  adminId: string;
  lsn: string;
  changedAt: string;
};

export type JobTicketsTable = {
  tokenHash: Buffer;
  jobId: string;
  sessionId: string;
  expiresAt: string;
};

export type StoredFilesTable = {
  name: string;
  sizeBytes: Generated<number | null>;
  createdAt: Generated<string>;
};

export type StoredFileChunksTable = {
  fileName: string;
  position: number;
  bytes: Buffer;
};

/** Setup that all processes of a database share. */
export type SharedSetupTable = {
  singleton: Generated<true>;
  keyCheck: string;
  filesId: string | null;
  filesPlace: string | null;
};

export type UploadsTable = {
  id: string;
  kind: string;
  mode: 'check' | 'commit';
  adminId: string;
  fairId: string | null;
  fileName: string;
  sha256: Buffer;
  sizeBytes: number;
  result: JSONColumnType<Json>;
  made: JSONColumnType<object | null, string | null | undefined, string | null>;
  undoneAt: string | null;
  at: Generated<string>;
};

export type IdempotencyKeysTable = {
  principal: string;
  route: string;
  key: string;
  requestHash: Buffer;
  status: number | null;
  body: JSONColumnType<Json | null, string | null | undefined, string | null>;
  createdAt: Generated<string>;
};

/** Hash chain over activity, one row per entry. */
export type ActivitySealsTable = {
  position: number;
  activityId: string;
  hash: Buffer;
  sealedAt: Generated<string>;
};

export type ActivityTable = {
  id: string;
  at: Generated<string>;
  actorType: 'admin' | 'device' | 'system';
  actorId: string | null;
  actorName: string;
  action: string;
  entity: string;
  entityId: string;
  changes: JSONColumnType<Record<string, { from: unknown; to: unknown }>>;
  ip: string | null;
  requestId: string | null;
  seq: GeneratedAlways<number>;
};

export type NotificationsTable = {
  id: string;
  adminId: string;
  at: Generated<string>;
  subject: JSONColumnType<NotificationSubject>;
  groupKey: string | null;
  count: Generated<number>;
  readAt: Generated<string | null>;
};

/** Changes for open pages (decision 0014); only triggers write them. */
export type LiveEventsTable = {
  id: GeneratedAlways<number>;
  xid: Generated<string>;
  at: Generated<string>;
  kinds: string[];
  fairId: string | null;
  ids: Generated<string[]>;
  adminId: string | null;
};
