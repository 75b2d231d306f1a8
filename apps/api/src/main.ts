import process from 'node:process';
import { keepHeapSmall } from '#api/start/small-heap.ts';

/**
 * Runs one process without a supervisor: `node apps/api/src/main.ts`. Serves the built web app in
 * `WEB_DIR`, or without it only the API, for operators with their own front end server.
 */
keepHeapSmall(process.env);
try {
  const { readConfig } = await import('./config.ts');
  const { startProduct } = await import('./start.ts');
  const { stopOnSignals } = await import('#api/start/stop-on-signals.ts');
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const config = readConfig(process.env);
  if (process.getuid?.() === 0)
    log('POS Admin runs as root and needs none of it: see docs/operating.md, "Not as root".');
  const running = await startProduct({
    config,
    log,
    ...(config.webDir !== undefined && { webDir: config.webDir }),
  });
  stopOnSignals(running.stop);
  log(`POS Admin is running at ${running.address}`);
  if (running.owner.generatedPassword)
    log(`First owner: ${running.owner.email}, password ${running.owner.generatedPassword}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
