import process from 'node:process';
import { keepHeapSmall, SMALL_BUFFERS } from '#api/start/small-heap.ts';

/** `npm run restore -- FILE`; see docs/operating.md. */
keepHeapSmall({ ...SMALL_BUFFERS, ...process.env });
try {
  const { readConfig } = await import('./config.ts');
  const { restoreFrom } = await import('#api/start/backup-programs.ts');
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0)
    throw new Error('Name one file: npm run restore -- FILE');
  const say = (line: string) => process.stdout.write(`${line}\n`);
  await restoreFrom({ config: readConfig(process.env), file, say });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
