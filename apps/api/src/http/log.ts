import { AsyncLocalStorage } from 'node:async_hooks';

/** Methods of the server's logger. `err` of `detail` is logged with its stack. */
export type Log = {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
};

const running = new AsyncLocalStorage<Log>();

/**
 * Runs `work`, a request or a job, with `log` as its `currentLog`. Each line also gets `context`,
 * such as the ID of the job.
 */
export function withLog<Result>(log: Log, work: () => Result, context: object = {}): Result {
  return running.run(
    {
      warn: (detail, message) => log.warn({ ...context, ...detail }, message),
      error: (detail, message) => log.error({ ...context, ...detail }, message),
    },
    work,
  );
}

/**
 * Returns the logger of the running request or job, for errors that a service handles instead of
 * throwing. Outside of both, lines become warnings of the process.
 */
export function currentLog(): Log {
  return running.getStore() ?? PROCESS_LOG;
}

const PROCESS_LOG: Log = { warn: emitWarning, error: emitWarning };

function emitWarning(detail: { err?: unknown }, message: string): void {
  process.emitWarning(message, { detail: String(detail.err ?? '') });
}
