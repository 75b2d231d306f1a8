import { z } from 'zod';

/** Connections to the database. */
export type DatabaseConfig = {
  /** Missing: the embedded PostgreSQL is used. */
  databaseUrl?: string;
  /**
   * The same database without a pooler between, for migrations, backups and connections that
   * listen or hold a lock. Missing: `databaseUrl` is such a connection.
   */
  databaseDirectUrl?: string;
  /** Streaming replica for reads of whole sets. */
  databaseReplica?: {
    url: string;
    /** Greatest time that an answer may be behind, in ms. */
    maxLagMs: number;
  };
};

const postgresUrl = z
  .string()
  .refine(
    (value) =>
      URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol),
    'Enter a connection string that starts with postgres://.',
  )
  .refine(isDecodable, 'Write % as %25 in the user, password and database.');

/** A bare % would end the start with "URI malformed". */
function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== '';
  } catch {
    return false;
  }
}

/** Variables of the operator for the connections. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_REPLICA_MAX_LAG: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'Enter a number of seconds from 1 to 999.')
    .transform(Number)
    .default(2),
};

type DatabaseVariables = {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_REPLICA_URL?: string | undefined;
  DATABASE_REPLICA_MAX_LAG: number;
};

/** Refuses further connections to a database that is not named. */
export function checkDatabase(given: DatabaseVariables, context: z.RefinementCtx): void {
  if (given.DATABASE_URL !== undefined) return;
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (given[name] !== undefined)
      context.addIssue({ code: 'custom', path: [name], message: 'Set DATABASE_URL too.' });
}

/** Returns the connections that the operator names. */
export function toDatabaseConfig(given: DatabaseVariables): DatabaseConfig {
  const { DATABASE_REPLICA_URL: replica, DATABASE_REPLICA_MAX_LAG: seconds } = given;
  return {
    ...(given.DATABASE_URL !== undefined && { databaseUrl: given.DATABASE_URL }),
    ...(given.DATABASE_DIRECT_URL !== undefined && {
      databaseDirectUrl: given.DATABASE_DIRECT_URL,
    }),
    ...(replica !== undefined && {
      databaseReplica: { url: replica, maxLagMs: seconds * 1_000 },
    }),
  };
}

/** Returns the connection string without a pooler of the database at `databaseUrl`. */
export const getDirectUrl = ({ databaseDirectUrl }: DatabaseConfig, databaseUrl: string): string =>
  databaseDirectUrl ?? databaseUrl;
