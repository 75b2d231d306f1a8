import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import type { ReplicaReads } from '#api/db/replica/replica-reads.ts';
import type { ConnectionLimits } from './limits/connection-limits.ts';
import type { HeavyWork } from './limits/heavy-work.ts';
import type { Actor, Identify } from './access/identity.ts';
import type { NamesRead } from './names-read.ts';
import type { StorageWatch } from './limits/storage-watch.ts';

/** Receives each log line, as JSON. */
export type LogTarget = { write(line: string): void };

export type ServerContext = {
  db: Db;
  /** Runs the calls of registers; `db` unless given. */
  registerDb?: Db;
  /** Answers calls that read whole sets; without it `db` does. */
  replica?: ReplicaReads;
  /** Queues heavy calls. */
  heavy?: HeavyWork;
  identify: Identify;
  /** Time to cache a token's owner, in milliseconds. Without it, every request reads the database. */
  identityCacheMs?: number;
  /** Called before a signed-in caller is refused for lack of a right (trust R10). */
  onDenied?: (actor: Actor, call: string) => Promise<void>;
  /** Called before an answer with names of children is sent (domain 3.22). */
  onNamesRead?: (actor: Actor, read: NamesRead) => Promise<void>;
  /** Learns of errors that say that the storage is full, and tells if that is why nothing answers. */
  storage?: Pick<StorageWatch, 'noteFull' | 'isOutOfSpace'>;
  logLevel: string;
  /** Receives the log lines instead of standard output, in tests. */
  logTo?: LogTarget;
  trustProxy: false | number | string[];
  /** Validates every response against its schema: on in development and tests, off in production. */
  checkResponses: boolean;
  /** Called with the server before its routes exist, for hooks that measure requests. */
  observe?: (app: FastifyInstance) => void;
  /** Replaces CONNECTION_LIMITS in tests. */
  connectionLimits?: ConnectionLimits;
};
