import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { endedJob } from '#testing/calls/downloads.ts';
import { ProductProcesses, toTestApi } from '#testing/app/product-processes.ts';
import { putSettingsOnRole } from '#api/db/connection-settings.ts';
import { isUnavailable } from '#api/db/database-errors.ts';
import { openPool } from '#api/db/pool.ts';

describe('a database behind a pooler that drops startup options', async () => {
  const processes = await ProductProcesses.open();
  afterAll(() => processes.close());

  /** A connection string without the options that the product would send. */
  const pooled = () => `${processes.url}?options=`;
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: processes.url });
    await client.connect();
    return client.query<Record<string, string>>(text).finally(() => client.end());
  };

  it('is refused at the start, with each setting, its value and what to do', async () => {
    await ask(`alter role current_user set timezone = 'Europe/Berlin'`);
    await expect(processes.start('one', { DATABASE_URL: pooled() })).rejects.toThrow(
      /refused, because of its settings: random_page_cost is 4 instead of 1\.1, .*timezone is Europe\/Berlin instead of UTC.* Set DATABASE_DIRECT_URL to the server itself/,
    );
  });

  it('works with DATABASE_DIRECT_URL, whose start puts the settings on the role', async () => {
    const running = await processes.start('one', {
      DATABASE_URL: pooled(),
      DATABASE_DIRECT_URL: processes.url,
    });
    const test = await toTestApi([running]);
    const { jobId } = await test.ask.exports.add({
      body: { list: 'devices', query: {}, format: 'csv' },
    });
    expect(await endedJob(test, jobId)).toMatchObject({ status: 'succeeded' });
    const { rows } = await ask(
      `select array_to_string(setconfig, '; ') as settings from pg_db_role_setting where setdatabase <> 0`,
    );
    expect(rows[0]?.['settings']).toMatch(/lock_timeout=3s; statement_timeout=15s; .*UTC/);
    await processes.stopAll();
  });

  it('gets its settings once, however many processes start together', async () => {
    await ask('alter role current_user reset timezone');
    await ask(
      'do $$ begin execute format($q$alter role current_user in database %I reset all$q$, current_database()); end $$',
    );
    const clients = Array.from(
      { length: 4 },
      () => new pg.Client({ connectionString: processes.url }),
    );
    await Promise.all(clients.map((client) => client.connect()));
    const role = decodeURIComponent(new URL(processes.url).username);
    await Promise.all(clients.map((client) => putSettingsOnRole(client, role)));
    await Promise.all(clients.map((client) => client.end()));
    const pool = openPool(pooled(), () => undefined, { size: 1, statementTimeout: 400 });
    const { rows } = await pool.query(`select current_setting('timezone') as zone`);
    await pool.end();
    expect(rows).toEqual([{ zone: 'UTC' }]);
  });

  it('is refused later too, once a setting of the role differs', async () => {
    await ask(`do $$ begin execute format(
      'alter role current_user in database %I set datestyle = ''German''', current_database()); end $$`);
    const said: string[] = [];
    const pool = openPool(pooled(), (error) => void said.push(error.message), {
      size: 1,
      statementTimeout: 400,
    });
    const error: unknown = await pool.query('select 1').catch((refused: unknown) => refused);
    await pool.end();
    expect(String(error)).toContain(
      'settings: datestyle is German, DMY instead of ISO, MDY. A pooler',
    );
    expect(isUnavailable(error)).toBe(true);
    expect(said).toEqual([(error as Error).message]);
  });

  it('is refused if the direct one is another database, which stays as it is', async () => {
    const other = new URL(processes.url);
    other.pathname = 'postgres';
    for (const [DATABASE_URL, DATABASE_DIRECT_URL] of [
      [processes.url, other.href],
      [other.href, processes.url],
    ] as const)
      await expect(processes.start('one', { DATABASE_URL, DATABASE_DIRECT_URL })).rejects.toThrow(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
      );
    const { rows } = await ask(`
      select from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = 'postgres')`);
    expect(rows).toEqual([]);
  });

  it('may name its role as a parameter; another role is named with what to do', async () => {
    const { username, password } = new URL(processes.url);
    const given = new URL(pooled());
    Object.assign(given, { username: '', password: '' });
    given.searchParams.set('user', decodeURIComponent(username));
    given.searchParams.set('password', decodeURIComponent(password));
    const direct = { DATABASE_DIRECT_URL: processes.url };
    const running = await processes.start('one', { ...direct, DATABASE_URL: given.href });
    await running.stop();
    const client = new pg.Client({ connectionString: processes.url });
    await client.connect();
    await expect(putSettingsOnRole(client, 'nobody-here')).rejects.toThrow(
      'DATABASE_DIRECT_URL cannot change the role "nobody-here" of DATABASE_URL: ',
    );
    await client.end();
  });

  it('is refused if it or the direct one does not answer', async () => {
    const direct = { DATABASE_DIRECT_URL: processes.url };
    const closed = processes.url.replace(/:\d+\//, ':1/');
    await expect(processes.start('one', { ...direct, DATABASE_URL: closed })).rejects.toThrow(
      /cannot be reached: .*Check DATABASE_URL/,
    );
    await expect(
      processes.start('one', { DATABASE_URL: pooled(), DATABASE_DIRECT_URL: closed }),
    ).rejects.toThrow(/cannot be reached: .*Check DATABASE_DIRECT_URL/);
  });
});
