import process from 'node:process';

/** Stops in order on SIGTERM or SIGINT and then ends the process; a second signal ends it at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Stopping failed: ${(error as Error).message}\n`);
          process.exit(1);
        },
      );
    });
  }
}
