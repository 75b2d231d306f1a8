import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cutPower, makeUnsyncedLayer, type UnsyncedLayer } from './power-cut.ts';

// The product needs no compiler, so neither do its tests.
const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
if (!hasCompiler) console.log('Power cuts are not tested: there is no gcc.');

let folder: string;
let layer: UnsyncedLayer;
beforeEach(async () => {
  if (!hasCompiler) return;
  folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-unsynced-'));
  await mkdir(path.join(folder, 'files'));
  layer = await makeUnsyncedLayer(folder, path.join(folder, 'files'));
});
afterEach(async () => {
  if (hasCompiler) await rm(folder, { recursive: true, force: true });
});

const place = (name: string) => path.join(folder, 'files', name);
/** Runs statements on `fs` in a process below the layer. */
const run = (statements: string) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '-e',
      `const fs = require('node:fs'); const place = ${JSON.stringify(place('log'))}; ${statements}`,
    ],
    { env: { ...process.env, ...layer.env }, encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
};
const content = async () => readFile(place('log'), 'utf8');
const WRITES = `
  const file = fs.openSync(place, 'r+');
  fs.writeSync(file, 'SYNCED', 0);
  fs.fsyncSync(file);
  fs.writeSync(file, 'LOST!!', 0);
  fs.writeSync(file, 'x'.repeat(9000), 6000);`;

it.skipIf(!hasCompiler)('a power cut drops what was not synced, and keeps what was', async () => {
  await writeFile(place('log'), 'before the run');
  run(WRITES);
  expect(await content()).toMatch(/^LOST!!/);
  const cut = await cutPower(layer, () => true);
  expect(await content()).toBe('SYNCED the run');
  expect(cut).toMatchObject({ kept: 0, shortened: 1 });
  expect(cut.dropped).toBeGreaterThan(0);
});

it.skipIf(!hasCompiler)(
  'a power cut may keep single pages, and forgets what was synced later',
  async () => {
    await writeFile(place('log'), 'a'.repeat(10_000));
    run(`const file = fs.openSync(place, 'r+'); fs.writeSync(file, 'b'.repeat(10000), 0);`);
    let number = 0;
    await cutPower(layer, () => (number += 1) === 2);
    expect(await content()).toBe(`${'b'.repeat(4_096)}${'a'.repeat(4_096)}${'b'.repeat(1_808)}`);
    run(`${WRITES} fs.fdatasyncSync(file);`);
    expect(await cutPower(layer, () => true)).toEqual({ dropped: 0, kept: 0, shortened: 0 });
    expect(await content()).toMatch(/^LOST!!/);
  },
);
