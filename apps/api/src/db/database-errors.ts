import pg from 'pg';

/** The SQLSTATE of a database error, or a socket's code; undefined for anything else. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** True when `error` is PostgreSQL refusing a duplicate in the named unique constraint or index. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** True when `error` is PostgreSQL keeping a row that another one refers to. */
export function isReferenced(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** A value that PostgreSQL cannot take (class 22) or that breaks a constraint (class 23). */
export function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error) ?? '');
}

/** Serialization failure and deadlock: the same transaction may succeed when it is tried again. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** The disk is full (SQLSTATE 53100). */
export function isStorageFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '55P03'];

/** The database is starting, stopping, gone or overloaded: nothing is known of the change, the caller may try again. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code) return AWAY.includes(code) || code.startsWith('08');
  return error instanceof Error && /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(error.message);
}
