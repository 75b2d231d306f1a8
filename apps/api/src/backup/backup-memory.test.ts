import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestApp } from '#testing/app/test-app.ts';
import { testDatabase } from '#testing/app/test-database.ts';

/** Programs take about 180 MB; one copy of the content would be 120 more. */
const MAX_MB = 220;
/** Prints the peak memory of the program when it ends. */
const MEASURED = `data:text/javascript,process.on('exit',()=>console.log('peak',Math.ceil(process.resourceUsage().maxRSS/1000)))`;

it('backup and restore of 120 MB hold no copy of the content in memory', async () => {
  const test = await startTestApp();
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-memory-'));
  const empty = await testDatabase({ migrated: false });
  // 60 MB, which COPY sends as 120 MB of hexadecimal digits.
  await sql`
    with noise as (
      select string_agg(md5(random()::text), '') as digits from generate_series(1, 93750))
    insert into jobs (id, kind, owner_id, status, progress, file_name, finished_at, file)
    select gen_random_uuid(), 'import', ${test.ownerId}, 'partial', 100, 'rejected.csv', now(),
      decode(substr(digits, 1 + n * 32) || left(digits, n * 32), 'hex')
    from noise, generate_series(1, 40) n`.execute(test.db);
  const readPeak = async (program: string, url: string) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', MEASURED, fileURLToPath(new URL(`../${program}.ts`, import.meta.url)), file],
      {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          DATABASE_URL: url,
          DATA_DIR: path.join(folder, 'data'),
          BACKUP_PASSPHRASE: 'seven fairs in one week',
        },
      },
    );
    return Number(/^peak (\d+)$/m.exec(stdout)?.[1]);
  };
  const file = path.join(folder, 'large.backup');
  try {
    expect(await readPeak('backup', test.url)).toBeLessThanOrEqual(MAX_MB);
    expect(await readPeak('restore', empty.url)).toBeLessThanOrEqual(MAX_MB);
  } finally {
    await empty.drop();
    await rm(folder, { recursive: true });
  }
}, 300_000);
