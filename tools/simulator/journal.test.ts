import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';

type Entry = { id: number };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'journal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readEntries = async (file: string) => {
  const { journal, entries } = await Journal.open<Entry>(file);
  await journal.close();
  return entries;
};

describe('the journal of a register', () => {
  it('gives back what was appended, in order, also when two appends are asked for at once', async () => {
    const file = path.join(folder, 'deep', 'order.journal');
    const { journal } = await Journal.open<Entry>(file);
    await Promise.all([journal.append([{ id: 1 }, { id: 2 }]), journal.append([{ id: 3 }])]);
    await journal.close();
    expect(await readEntries(file)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('leaves out a last line that a crash cut off, and goes on after the whole ones', async () => {
    const file = path.join(folder, 'torn.journal');
    await writeFile(file, '{"id":1}\n{"id":2}\n{"id":3');
    const { journal, entries } = await Journal.open<Entry>(file);
    expect(entries).toEqual([{ id: 1 }, { id: 2 }]);
    await journal.append([{ id: 4 }]);
    await journal.close();
    expect(await readFile(file, 'utf8')).toBe('{"id":1}\n{"id":2}\n{"id":4}\n');
  });

  it('a cut within a character of several bytes takes nothing before it along', async () => {
    const file = path.join(folder, 'bytes.journal');
    await writeFile(file, '{"id":1}\n');
    await appendFile(file, Buffer.from('{"name":"é').subarray(0, -1));
    expect(await readEntries(file)).toEqual([{ id: 1 }]);
  });

  it('refuses a file that is damaged before its end, and names the line', async () => {
    const file = path.join(folder, 'damaged.journal');
    await writeFile(file, '{"id":1}\n{"id"\n{"id":3}\n');
    await expect(Journal.open(file)).rejects.toThrow('damaged in line 2');
  });
});
