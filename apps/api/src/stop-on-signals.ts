import process from 'node:process';

/** Stops in order on SIGTERM or SIGINT and then ends the process; a second signal ends it at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(130);
      isStopping = true;
      endAfter(stop);
    });
  }
}

/**
 * Stops in order once the process that started this one asks for it by closing their channel, or is gone, and on
 * SIGTERM. SIGINT and SIGHUP of a terminal reach both processes; the other one answers them.
 */
export function stopWithParent(stop: () => Promise<void>): void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
    endAfter(stop);
  };
  process.on('disconnect', begin);
  process.on('SIGTERM', begin);
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  if (!process.connected) begin();
}

function endAfter(stop: () => Promise<void>): void {
  stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`Stopping failed: ${(error as Error).message}\n`);
      process.exit(1);
    },
  );
}
