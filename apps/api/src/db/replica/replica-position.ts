import { isAway, isOutOfResources, isRetryable, isStorageFull } from '../database-errors.ts';

/** The replica has not replayed enough, or stopped answering, or is none. */
export class ReplicaUnfit extends Error {}

/** Returns true if the primary can do what the replica could not. */
export const isReplicaTrouble = (error: unknown): boolean =>
  // A retryable error is a conflict with what the replica has to replay.
  error instanceof ReplicaUnfit ||
  isAway(error) ||
  isRetryable(error) ||
  isOutOfResources(error) ||
  isStorageFull(error);

/**
 * State of a server; `lsn` is null where nothing is replayed, and `mayRead` where there are no
 * tables of the product.
 */
export type Position = {
  isStandby: boolean;
  lsn: string | null;
  database: string;
  mayRead: boolean | null;
};

/** SQL expression that identifies a database among all servers. */
export const DATABASE = `(
  select concat_ws(' ', system_identifier, current_database()) from pg_control_system())`;

/** Statement that reads a `Position`. */
export const POSITION = `select pg_is_in_recovery() as is_standby,
  pg_last_wal_replay_lsn()::text as lsn, ${DATABASE} as database,
  has_table_privilege(to_regclass('admin_changes'), 'select') as may_read`;
