import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecrets } from './secrets.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('keeps the secrets of the first start in a file that only its owner may read', async () => {
  const first = await readSecrets(dir);
  expect(await readSecrets(dir)).toEqual(first);
  expect(await readdir(dir)).toEqual(['secret-key']);
  expect((await stat(path.join(dir, 'secret-key'))).mode & 0o777).toBe(0o600);
  const { keyCheck, ...keys } = first;
  expect(keyCheck).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(keys).map((key) => Buffer.from(key).toString('hex'))).size).toBe(8);
  for (const key of Object.values(keys)) expect(key).toHaveLength(32);
});

test('gives processes that create the file at the same time the same secrets', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => readSecrets(dir)));
  for (const secrets of all) expect(secrets).toEqual(all[0]);
});

test('derives all from a given key and writes no file', async () => {
  const key = 'k'.repeat(32);
  expect(await readSecrets(path.join(dir, 'a'), key)).toEqual(
    await readSecrets(path.join(dir, 'b'), key),
  );
  expect(await readSecrets(dir, 'l'.repeat(32))).not.toEqual(await readSecrets(dir, key));
  expect(await readdir(dir)).toEqual([]);
});

test('refuses a damaged file and does not replace it', async () => {
  await writeFile(path.join(dir, 'secret-key'), 'cut');
  await expect(readSecrets(dir)).rejects.toThrow('does not contain a secret key');
  expect(await readFile(path.join(dir, 'secret-key'), 'utf8')).toBe('cut');
});
