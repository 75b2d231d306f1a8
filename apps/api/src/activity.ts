import process from 'node:process';
import { keepHeapSmall, SMALL_BUFFERS } from '#api/start/small-heap.ts';

/** `npm run tool -- verify-activity` and `export-activity`; see docs/operating.md. */
keepHeapSmall({ ...SMALL_BUFFERS, ...process.env });
try {
  const { readConfig } = await import('./config.ts');
  const { exportPeriod, verify } = await import('#api/start/activity-programs.ts');
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const [command, ...args] = process.argv.slice(2);
  const config = readConfig(process.env);
  if (command === 'export') await exportPeriod(config, args, say);
  else process.exitCode = (await verify(config, args, say)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
