import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOnce } from './create-once.ts';

describe('a folder that several processes create at once', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'once-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));
  const parts = ['one', 'two', 'three'];
  const fill = async (target: string) => {
    await mkdir(target);
    for (const part of parts) {
      await writeFile(path.join(target, part), part);
      await setImmediate();
    }
  };

  it('is complete for each of them, and nothing else is left', async () => {
    const folder = path.join(parent, 'cache', 'browser');
    const create = () => createOnce(folder, fill).then(() => readdir(folder));
    const seen = await Promise.all(parts.map(create));
    expect(seen.map((names) => names.toSorted())).toEqual(parts.map(() => parts.toSorted()));
    expect(await readFile(path.join(folder, 'three'), 'utf8')).toBe('three');
    expect(await readdir(path.dirname(folder))).toEqual(['browser']);
  });

  it('does not exist after a failure, so that the next attempt fills it', async () => {
    const folder = path.join(parent, 'browser');
    const failing = createOnce(folder, async (target) => {
      await mkdir(target);
      throw new Error('The disk is full.');
    });
    await expect(failing).rejects.toThrow('The disk is full.');
    expect(await readdir(parent)).toEqual([]);
    await createOnce(folder, fill);
    expect((await readdir(folder)).toSorted()).toEqual(parts.toSorted());
  });
});
