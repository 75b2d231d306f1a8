import type { Db } from '../db/db.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { HeavyWork } from './heavy-work.ts';
import type { Actor, Identify } from './identity.ts';

/** Receives each log line, as JSON. */
export type LogTarget = { write(line: string): void };

export type ServerContext = {
  db: Db;
  /** Runs the calls of registers; `db` unless given. */
  registerDb?: Db;
  /** Gives heavy calls their turns. */
  heavy?: HeavyWork;
  identify: Identify;
  /** For how long who a token belongs to may be taken from memory, in milliseconds; absent, the database is asked at every request. */
  identityCacheMs?: number;
  /** Hears of a caller with an identity who lacks the right to a call (trust.md R10), before the refusal is answered. */
  onDenied?: (actor: Actor, call: string) => Promise<void>;
  /** Hears of an error that says the storage is full. */
  onStorageFull?: (error: unknown) => void;
  logLevel: string;
  /** Receives the log lines instead of the standard output, for tests. */
  logTo?: LogTarget;
  trustProxy: false | number | string[];
  /** Every answer goes through its schema: on in development and tests, off in production. */
  checkResponses: boolean;
  /** Other limits than CONNECTION_LIMITS, for tests. */
  connectionLimits?: ConnectionLimits;
};
