import pg from 'pg';

/** The SQLSTATE of a database error, or a socket's code; undefined for anything else. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** True when `error` is PostgreSQL refusing a duplicate in the named unique constraint or index. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
  );
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

/** The disk is full: SQLSTATE 53100, or a file of ours (ENOSPC, EDQUOT). */
export function isStorageFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
}

/** The server ends a statement that takes longer than its limit, or a transaction that idles (57014, 25P03, 25P04). */
export function isTimedOut(error: unknown): boolean {
  return ['57014', '25P03', '25P04', '57P05'].includes(codeOf(error) ?? '');
}

/** The server is a standby, or was told to take no changes (25006). */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** The server lacks memory or another resource than space: 53200, 53300 and what else is of class 53. */
export function isOutOfResources(error: unknown): boolean {
  return codeOf(error)?.startsWith('53') === true && !isStorageFull(error);
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

/** The database is starting, stopping, gone or cannot be reached. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code) return AWAY.includes(code) || code.startsWith('08');
  return error instanceof Error && AWAY_WORDS.test(error.message);
}

/** The database cannot do it now, whatever was asked: the caller may try the same again later. */
export function isUnavailable(error: unknown): boolean {
  return isAway(error) || isTimedOut(error) || isReadOnly(error) || isOutOfResources(error);
}
