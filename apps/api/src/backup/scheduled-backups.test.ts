import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp } from '#testing/app/test-app.ts';
import { readConfig } from '../config.ts';
import { checkBackup } from './restore-backup.ts';
import { backUpIfDue } from './scheduled-backups.ts';

const PASSPHRASE = 'seven fairs in one week';

describe('scheduled backups', async () => {
  const logged: unknown[] = [];
  const test = await startTestApp();
  const folder = await mkdtemp(path.join(tmpdir(), 'scheduled-'));
  afterAll(() => rm(folder, { recursive: true }));

  const run = (now: string, keys: Record<string, string> = { BACKUP_PASSPHRASE: PASSPHRASE }) =>
    backUpIfDue(
      {
        folder,
        keepDays: 14,
        env: { ...process.env, DATABASE_URL: test.url, DATA_DIR: test.dataDir, ...keys },
        log: { error: (...line) => void logged.push(line) },
      },
      Date.parse(now),
    );

  it('are made once a day, can be restored, and are deleted after their time', async () => {
    await run('2026-03-01T03:00:00Z');
    await run('2026-03-01T20:00:00Z');
    const first = 'pos-admin-2026-03-01T03-00-00Z.backup';
    expect(await readdir(folder)).toEqual([first]);
    const { rows } = await checkBackup(path.join(folder, first), { passphrase: PASSPHRASE });
    expect(rows).toBeGreaterThan(0);
    await writeFile(path.join(folder, 'notes.txt'), '');
    await rename(
      path.join(folder, first),
      path.join(folder, 'pos-admin-2026-02-10T03-00-00Z.backup'),
    );
    await run('2026-03-02T03:00:00Z');
    expect(await readdir(folder)).toEqual(['notes.txt', 'pos-admin-2026-03-02T03-00-00Z.backup']);
    expect(logged).toEqual([]);
  });

  it('that fail are logged without names or secrets, and leave nothing', async () => {
    await run('2026-04-01T03:00:00Z', {});
    expect(await readdir(folder)).toHaveLength(2);
    expect(JSON.stringify(logged)).toMatch(/Set BACKUP_PASSPHRASE/);
    expect(JSON.stringify(logged)).not.toContain(test.url);
  });

  it('need a key', () => {
    expect(() => readConfig({ BACKUP_TO: '/backups' })).toThrow('BACKUP_TO: Set BACKUP_PASSPHRASE');
    const env = { BACKUP_TO: '/backups', BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_KEEP_DAYS: '30' };
    expect(readConfig(env).backup).toEqual({
      folder: '/backups',
      keepDays: 30,
      passphrase: PASSPHRASE,
    });
  });
});
