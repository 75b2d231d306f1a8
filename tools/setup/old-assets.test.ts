import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildBesideOldParts } from './old-assets.ts';

let dist: string;
beforeEach(async () => (dist = await mkdtemp(path.join(tmpdir(), 'dist-'))));
afterEach(() => rm(dist, { recursive: true }));

const part = (name: string) => path.join(dist, 'assets', name);
const parts = async () => (await readdir(path.join(dist, 'assets'))).toSorted();
const build = (...names: string[]) =>
  buildBesideOldParts(dist, () => {
    mkdirSync(path.join(dist, 'assets'), { recursive: true });
    for (const name of names) writeFileSync(part(name), name);
  });
const daysAgo = async (name: string, days: number) => {
  const then = new Date(Date.now() - days * 86_400_000);
  await utimes(part(name), then, then);
};

test('the parts of a build that was replaced stay for 14 days, counted from when it was replaced', async () => {
  build('shared.js', 'page-1.js');
  await daysAgo('page-1.js', 40);
  await daysAgo('shared.js', 40);
  build('shared.js', 'page-2.js');
  expect(await parts()).toEqual(['page-1.js', 'page-2.js', 'shared.js']);
  await daysAgo('page-1.js', 13);
  build('shared.js', 'page-3.js');
  expect(await parts()).toEqual(['page-1.js', 'page-2.js', 'page-3.js', 'shared.js']);
  await daysAgo('page-1.js', 15);
  build('shared.js', 'page-3.js');
  expect(await parts()).toEqual(['page-2.js', 'page-3.js', 'shared.js']);
});

test('a build that fails takes nothing away', async () => {
  await mkdir(path.join(dist, 'assets'));
  await writeFile(part('page-1.js'), '');
  expect(() =>
    buildBesideOldParts(dist, () => {
      throw new Error('A mistake in the sources.');
    }),
  ).toThrow('A mistake');
  expect(await parts()).toEqual(['page-1.js']);
});
