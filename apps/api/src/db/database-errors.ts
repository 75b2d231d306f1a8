import pg from 'pg';

/** Returns the SQLSTATE of a database error, or a socket's code; undefined for anything else. */
function toCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/**
 * Returns true if PostgreSQL refused a duplicate in one of the named unique constraints or indexes.
 */
export function isDuplicate(error: unknown, ...constraints: readonly string[]): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    constraints.includes(error.constraint ?? '')
  );
}

/** Returns true if PostgreSQL refused to delete a row that another one refers to. */
export function isReferenced(error: unknown): boolean {
  return toCode(error) === '23503';
}

/**
 * Returns true for a value that PostgreSQL cannot accept (class 22) or that violates a constraint
 * (class 23).
 */
export function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(toCode(error) ?? '');
}

/**
 * Returns true for a serialization failure or deadlock, after which the same transaction may
 * succeed on a retry.
 */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(toCode(error) ?? '');
}

/** Returns true if the disk is full: SQLSTATE 53100, or a file of ours (ENOSPC, EDQUOT). */
export function isStorageFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(toCode(error) ?? '');
}

/**
 * Returns true if the server ended a statement over its time limit, or an idle transaction (57014,
 * 25P03, 25P04).
 */
export function isTimedOut(error: unknown): boolean {
  return ['57014', '25P03', '25P04', '57P05'].includes(toCode(error) ?? '');
}

/** Returns true if the server is a standby or read-only (25006). */
export function isReadOnly(error: unknown): boolean {
  return toCode(error) === '25006';
}

/** Returns true if the server lacks memory or another resource except disk space: class 53. */
export function isOutOfResources(error: unknown): boolean {
  return toCode(error)?.startsWith('53') === true && !isStorageFull(error);
}

const AWAY = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
];
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|not queryable/;

/** Returns true if the database is starting, stopping, gone or unreachable. */
export function isAway(error: unknown): boolean {
  const code = toCode(error);
  if (code) return AWAY.includes(code) || code.startsWith('08');
  return error instanceof Error && AWAY_WORDS.test(error.message);
}

/**
 * Returns true if the database cannot serve any request now, so that the caller may retry later.
 */
export function isUnavailable(error: unknown): boolean {
  return isAway(error) || isTimedOut(error) || isReadOnly(error) || isOutOfResources(error);
}
