/** Fields of a database error that name parts of the schema, never values of a row. */
const SCHEMA_FIELDS = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

/** SQLSTATE class of refused values, whose messages quote the value. */
const DATA_EXCEPTION = /^22/;
const MAX_CAUSES = 5;

type LoggedError = { type: string; message: string; stack: string; [field: string]: unknown };

/**
 * Returns what a log line shows of an error. Details, parameters and rows of a database error are
 * left out, because they hold people's data.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '', cause } = error;
  const { code, ...given } = error as Error & Record<string, unknown>;
  const isQuoting = typeof code === 'string' && DATA_EXCEPTION.test(code);
  return {
    type: name,
    message: isQuoting ? 'The database refused a value.' : message,
    ...(code !== undefined && { code }),
    ...Object.fromEntries(
      SCHEMA_FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
    ),
    // The first lines repeat the message.
    stack: stack.slice(Math.max(0, stack.indexOf('\n    at '))),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(cause, depth + 1) }),
  };
}
