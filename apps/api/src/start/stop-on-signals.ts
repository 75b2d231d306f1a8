import process from 'node:process';

/** Shuts down in order on SIGTERM or SIGINT, then exits. A second signal exits at once. */
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
 * Shuts down in order when the parent process closes the channel or is gone, and on SIGTERM. SIGINT
 * and SIGHUP of a terminal reach both processes; the parent handles them.
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
      process.stderr.write(`Shutdown failed: ${(error as Error).message}\n`);
      process.exit(1);
    },
  );
}
