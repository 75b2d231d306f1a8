import process from 'node:process';
import { keepHeapSmall } from './small-heap.ts';

/**
 * Runs only the API process, for operators with their own front end server: `node
 * apps/api/src/main.ts`.
 */
keepHeapSmall(process.env);
try {
  const { readConfig } = await import('./config.ts');
  const { startProduct } = await import('./start.ts');
  const { stopOnSignals } = await import('./stop-on-signals.ts');
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const running = await startProduct({ config: readConfig(process.env), log });
  stopOnSignals(running.stop);
  log(`POS Admin is running at ${running.address}`);
  if (running.owner.generatedPassword)
    log(`First owner: ${running.owner.email}, password ${running.owner.generatedPassword}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
