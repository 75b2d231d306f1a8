import process from 'node:process';
import { keepHeapSmall } from '#api/start/small-heap.ts';

/** `npm run adopt`; see docs/operating.md. */
keepHeapSmall(process.env);
try {
  const { readConfig } = await import('./config.ts');
  const { adopt } = await import('#api/start/join-others.ts');
  if (process.argv.length > 2) throw new Error('This command takes no arguments: npm run adopt');
  await adopt(readConfig(process.env), (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
