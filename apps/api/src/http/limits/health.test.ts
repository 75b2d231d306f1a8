import { TABLET } from '#testing/selling/new-records.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { requireReady, ServiceWatch } from './service-state.ts';
import { StorageWatch } from './storage-watch.ts';

/** Longer than the cache time of a /ready answer, in ms. */
const NEW_ANSWER_MS = 1_100;

describe('/ready and the calls', async () => {
  const test = await startTestApp({
    proxied: true,
    pool: { size: 4, statementTimeout: 2_000, silenceMargin: 500 },
  });
  const { proxy } = test;
  afterEach(() => void vi.useRealTimers());
  let passedMs = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  afterAll(() => clock.mockRestore());

  const ready = async () => {
    passedMs += NEW_ANSWER_MS;
    const { statusCode, body } = await test.app.inject({ method: 'GET', url: '/ready' });
    const answer = JSON.parse(body) as Record<string, unknown>;
    return { ...answer, http: statusCode };
  };
  const serviceState = () => test.ask.serviceState.get();
  const addDevice = (deviceId: string) =>
    test.owner.devices.add({
      body: { deviceId, name: deviceId, ...TABLET },
    });
  const run = (statement: string) => sql.raw(statement).execute(test.db);
  /** Makes the database refuse each new device with this SQLSTATE. */
  const refuseDevices = async (code: string) => {
    await run(`create or replace function refuse_device() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${code}'; end $$`);
    await run(
      'create or replace trigger refuse_device before insert on devices for each row execute function refuse_device()',
    );
  };

  it('recover after every connection to the database fell silent', async () => {
    expect(await ready()).toMatchObject({ http: 200 });
    const calls = () =>
      Promise.all(
        Array.from({ length: 6 }, () =>
          test.owner.devices.list().then(
            () => 200,
            (error: { status?: number }) => error.status,
          ),
        ),
      );
    expect(new Set(await calls())).toEqual(new Set([200]));
    proxy.silence();
    expect(new Set(await calls())).toEqual(new Set([503]));
    expect(await ready()).toMatchObject({ http: 503, code: 'NOT_READY' });
    await proxy.resume();
    expect(await ready()).toMatchObject({ http: 200 });
    expect(new Set(await calls())).toEqual(new Set([200]));
  });

  it('notice that the database is gone despite a clock set back, and that it is back', async () => {
    expect(await ready()).toMatchObject({ http: 200 });
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() - 3_600_000);
    await proxy.refuse();
    expect(await ready()).toMatchObject({ http: 503, code: 'NOT_READY' });
    await proxy.resume();
    expect(await ready()).toMatchObject({ http: 200 });
  });

  it('answer 503 with advice if the database stops a statement, lacks memory or is read-only', async () => {
    const hints: Record<string, RegExp> = {
      '57014': /took too long.*Request less/,
      '25006': /accepts no changes.*can still be viewed/,
      '53200': /run out of memory.*Try again/,
      '53400': /run out of memory.*Try again/,
      '25P03': /took too long/,
    };
    for (const [code, hint] of Object.entries(hints)) {
      await refuseDevices(code);
      const refused = await getRefusal(addDevice('REFUSED'));
      expect([code, refused.status, refused.code]).toEqual([code, 503, 'NOT_READY']);
      expect(refused.message).toMatch(hint);
    }
    await run('drop trigger refuse_device on devices');
    await addDevice('ACCEPTED');
  });

  it('recognize a read-only database: reading works, saving is refused, /ready says so', async () => {
    const name = new URL(test.url).pathname.slice(1);
    const reconnect = () =>
      run(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    await run(`alter database ${name} set default_transaction_read_only = on`);
    await reconnect();
    await run('set default_transaction_read_only = on').catch(() => undefined);
    // The answer after the one that noticed the ended connection.
    await expect.poll(ready).toMatchObject({
      http: 503,
      code: 'NOT_READY',
      message: expect.stringMatching(/accepts no changes/),
    });
    expect(await serviceState()).toMatchObject({ database: 'read_only' });
    expect((await test.ask.devices.list()).totalResults).toBe(1);
    await sql`
      begin read write; alter database ${sql.raw(name)} reset default_transaction_read_only; commit`.execute(
      test.db,
    );
    await reconnect();
    await run('set default_transaction_read_only = off');
    await expect.poll(ready).toMatchObject({ http: 200 });
    expect(await serviceState()).toMatchObject({ database: 'ok' });
  });

  it('report full storage until something can be stored again', async () => {
    const name = new URL(test.url).pathname.slice(1);
    await refuseDevices('53100');
    await run(`revoke temporary on database ${name} from public, current_user`);
    await expectRefusal(addDevice('FULL'), 'STORAGE_FULL');
    expect(await ready()).toMatchObject({ http: 503, code: 'STORAGE_FULL' });
    expect(await serviceState()).toMatchObject({ storage: 'full' });
    expect((await test.ask.devices.list()).totalResults).toBe(1);
    await run('drop trigger refuse_device on devices');
    await run(`grant temporary on database ${name} to public, current_user`);
    expect(await ready()).toMatchObject({ http: 200 });
  });
});

describe('a storage that runs full', () => {
  const GB = 1_000_000_000;
  const silent = { error: () => undefined, warn: () => undefined };

  it('is named as the reason when it stopped the database on the same disk', async () => {
    let space = { free: 0.005 * GB, total: 4 * GB };
    const storage = new StorageWatch('', silent, async () => space);
    const service = new ServiceWatch('postgres://nobody@127.0.0.1:1/nothing', storage);
    expect(await service.state()).toEqual({ database: 'away', storage: 'full' });
    const refusal = () => {
      try {
        requireReady({ database: 'away', storage: 'full' });
      } catch (error) {
        return error;
      }
    };
    expect(refusal()).toMatchObject({ code: 'STORAGE_FULL', details: { retryAfter: 5 } });
    space = { free: 3 * GB, total: 4 * GB };
    expect(await storage.isOutOfSpace()).toBe(false);
    await service.stop();
  });

  it('is warned of before it is full, and logged once a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const lines: string[] = [];
    const log = {
      error: (_detail: object, line: string) => lines.push(line),
      warn: (_detail: object, line: string) => lines.push(line),
    };
    let space = { free: 50 * GB, total: 1_000 * GB };
    const storage = new StorageWatch('', log, async () => space);
    const state = () => storage.state(async () => false);
    expect(await state()).toBe('ok');
    space = { free: 5 * GB, total: 100 * GB };
    expect(await state()).toBe('low');
    space = { free: 5 * GB, total: 20 * GB };
    expect(await state()).toBe('ok');
    space = { free: 0.9 * GB, total: 4 * GB };
    expect(await state()).toBe('low');
    expect(lines).toEqual(['the storage is almost full']);
    for (let second = 0; second < 90; second += 10) {
      storage.noteFull(new Error('No space left on device'));
      vi.advanceTimersByTime(10_000);
    }
    expect(lines.filter((line) => line.startsWith('the storage is full'))).toHaveLength(2);
    expect(await state()).toBe('full');
    expect(await storage.state(async () => true)).toBe('low');
    vi.useRealTimers();
  });
});
