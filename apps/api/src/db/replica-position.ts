import { isAway, isRetryable } from './database-errors.ts';

/** The replica has not replayed enough, or stopped answering, or is none. */
export class ReplicaUnfit extends Error {}

/** Returns true if the primary can do what the replica could not. */
export const isReplicaTrouble = (error: unknown): boolean =>
  // A retryable error is a conflict with what the replica has to replay.
  error instanceof ReplicaUnfit || isAway(error) || isRetryable(error);

/** State of a server; `lsn` is null where nothing is replayed. */
export type Position = { isStandby: boolean; lsn: string | null; system: string };

/** Statement that reads it. */
export const POSITION = `select pg_is_in_recovery() as is_standby,
  pg_last_wal_replay_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as system`;
