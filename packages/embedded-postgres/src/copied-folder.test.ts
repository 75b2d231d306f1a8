import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedProcess, query, runEmbedded, readUrl } from '#testing/embedded-process.ts';

/** Each test starts whole servers, which takes time on a busy computer. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describe('a copied data folder', () => {
  let parent: string;
  let original: string;
  let copy: string;
  let processes: EmbeddedProcess[];

  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'embedded-'));
    original = path.join(parent, 'data');
    copy = path.join(parent, 'copy');
    processes = [];
  });
  afterEach(async () => {
    for (const one of processes) await one.end('SIGTERM');
    await rm(parent, { recursive: true, force: true });
  });

  async function start(folder: string): Promise<{ one: EmbeddedProcess; url: string }> {
    const one = runEmbedded(folder);
    processes.push(one);
    return { one, url: await readUrl(one) };
  }
  const readServer = async (folder: string) =>
    Number(
      (await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
  /** Copies while PostgreSQL writes nothing, so that the copy is complete. */
  async function copyFolder(url?: string): Promise<void> {
    if (url) {
      const { username, password, port } = await superuser(url);
      await query(`postgres://${username}:${password}@127.0.0.1:${port}/postgres`, 'checkpoint');
    }
    await promisify(execFile)('cp', ['-a', original, copy]);
  }
  async function superuser(url: string) {
    const record = JSON.parse(await readFile(path.join(original, 'postgres.json'), 'utf8')) as {
      superuserPassword: string;
    };
    return { username: 'postgres', password: record.superuserPassword, port: new URL(url).port };
  }

  it('starts beside the running original without touching it, also after that was killed and its server still runs', async () => {
    const first = await start(original);
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    const server = await readServer(original);
    await copyFolder(first.url);
    expect(await readServer(copy)).toBe(server);

    const second = await start(copy);
    expect(second.url).not.toBe(first.url);
    expect(await readServer(copy)).not.toBe(server);
    await query(second.url, 'insert into kept values (8)');
    expect(await query(first.url, 'select id from kept')).toEqual([{ id: 7 }]);
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }, { id: 8 }]);
    expect(await readServer(original)).toBe(server);
    expect(first.one.ended()).toBe(0);
    expect((await runEmbedded(copy).outcome).refused).toContain(
      `(process ${second.one.child.pid})`,
    );
    await second.one.end('SIGTERM');

    await rm(copy, { recursive: true });
    await copyFolder(first.url);
    await first.one.end('SIGKILL');
    const third = await start(copy);
    expect(await readServer(copy)).not.toBe(server);
    expect(await query(first.url, 'select id from kept')).toEqual([{ id: 7 }]);
    expect(await query(third.url, 'select id from kept')).toEqual([{ id: 7 }]);
    expect((await start(original)).url).toBe(first.url);
  });

  it('starts where the original was stopped, killed, or runs again', async () => {
    const first = await start(original);
    await query(first.url, 'create table kept (id int); insert into kept values (7)');
    await first.one.end('SIGTERM');
    await copyFolder();
    const again = await start(original);
    const second = await start(copy);
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }]);
    await second.one.end('SIGTERM');

    const server = await readServer(original);
    await again.one.end('SIGKILL');
    process.kill(server, 'SIGKILL');
    await rm(copy, { recursive: true });
    await copyFolder();
    expect(await query((await start(copy)).url, 'select id from kept')).toEqual([{ id: 7 }]);
  });
});
