import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tryMigrations } from '#testing/app/tried-migrations.ts';
import { migrate, MIGRATIONS_DIR } from './migrate.ts';

test('applies the files in order, each once', async () => {
  const { file, run, rows } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int primary key);');
  await file(
    '0002_prices.sql',
    'alter table books add column cents int; insert into books values (1, 999);',
  );
  expect(await run()).toEqual(['0001_books.sql', '0002_prices.sql']);
  expect(await run()).toEqual([]);
  await file('0003_more.sql', 'insert into books values (2, 5);');
  expect(await run()).toEqual(['0003_more.sql']);
  expect(await rows('select id, cents from books order by id')).toEqual([
    { id: 1, cents: 999 },
    { id: 2, cents: 5 },
  ]);
});

test('runs each file once when several processes start at the same time', async () => {
  const { file, run, count } = await tryMigrations();
  await file(
    '0001_books.sql',
    'create table books (id int generated always as identity); select pg_sleep(0.2);',
  );
  await file('0002_row.sql', 'insert into books default values;');
  const done = await Promise.all([run(), run(), run()]);
  expect(done.flat().sort()).toEqual(['0001_books.sql', '0002_row.sql']);
  expect(await count('books')).toBe(1);
});

test('rolls back a file that failed, names the line, and continues once it is fixed', async () => {
  const { file, run, rows } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int primary key);');
  await file(
    '0002_wrong.sql',
    'insert into books values (1);\n\nselect no_such_column from books;',
  );
  await expect(run()).rejects.toThrow(
    /^The migration 0002_wrong\.sql failed at line 3: column "no_such_column" does not exist$/,
  );
  expect(await rows('select * from books')).toEqual([]);
  await file('0002_wrong.sql', 'insert into books values (1);');
  expect(await run()).toEqual(['0002_wrong.sql']);
});

test('refuses a file that was changed after it was applied', async () => {
  const { file, run } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int);');
  await run();
  await file('0001_books.sql', 'create table books (id bigint);');
  await expect(run()).rejects.toThrow(
    'The migration 0001_books.sql was changed after it was applied.',
  );
});

test('refuses a database that a newer version has migrated, and changes nothing in it', async () => {
  const { file, remove, run, count } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int);');
  await file('0002_newer.sql', 'create table newer (id int);');
  await run();
  await remove('0002_newer.sql');
  await expect(run()).rejects.toThrow(
    'The database is newer than this version of the program: it has 0002_newer.sql.',
  );
  expect(await count('schema_migrations')).toBe(2);
});

test('refuses a database from before the first release, says what to do, and changes nothing', async () => {
  const { url, rows, count } = await tryMigrations();
  // Records and a table as the versions before the ten migrations left them.
  await rows(`
    create table schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now());
    insert into schema_migrations (name, sha256) values
      ('0001_people.sql', repeat('a', 64)), ('0002_devices.sql', repeat('b', 64));
    create table admins (id int primary key);
    insert into admins values (7);`);
  const tables = `
    select schemaname, tablename
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
    order by 1, 2`;
  const before = await rows(tables);
  await expect(migrate(url)).rejects.toThrow(
    'The database was created by a version before the first release and cannot be upgraded. ' +
      'Nothing in it was changed. Start with a new database: move the data folder away (DATA_DIR, ' +
      'by default .data), or, if DATABASE_URL is set, let it name an empty database.',
  );
  expect(await rows(tables)).toEqual(before);
  expect(await rows('select id from admins')).toEqual([{ id: 7 }]);
  expect(await count('schema_migrations')).toBe(2);
});

test('refuses a file that comes before one already applied', async () => {
  const { file, run } = await tryMigrations();
  await file('0002_second.sql', 'create table second (id int);');
  await run();
  await file('0001_first.sql', 'create table first (id int);');
  await expect(run()).rejects.toThrow(
    'The migration 0001_first.sql comes before 0002_second.sql, which is already applied.',
  );
});

test('refuses two files with one number and a file without a number', async () => {
  const { file, remove, run } = await tryMigrations();
  await file('0001_a.sql', 'select 1');
  await file('0001_b.sql', 'select 1');
  await expect(run()).rejects.toThrow(
    'The migrations 0001_a.sql and 0001_b.sql have the same number.',
  );
  await remove('0001_b.sql');
  await file('extra.sql', 'select 1');
  await expect(run()).rejects.toThrow('The migration file extra.sql is not named NNNN_name.sql.');
});

test('moves what waits in the queue of 0.1.0, each once, and drops that queue', async () => {
  const { url, file, run, rows } = await tryMigrations();
  for (const name of await readdir(MIGRATIONS_DIR))
    if (name < '0047') await file(name, await readFile(path.join(MIGRATIONS_DIR, name), 'utf8'));
  await run();
  // The tables that graphile-worker 0.18 had, as far as they are read.
  await rows(`
    create schema graphile_worker;
    create table graphile_worker._private_tasks (id int primary key, identifier text);
    create table graphile_worker._private_jobs (
      task_id int, payload json, priority int default 0, run_at timestamptz default '2026-05-04Z',
      attempts int default 0, max_attempts int default 12, key text,
      created_at timestamptz default now(), updated_at timestamptz default now());
    insert into graphile_worker._private_tasks values (1, 'mail'), (2, 'export'), (3, 'seal');
    insert into roles (id, name, description) values (gen_random_uuid(), 'Role', 'None');
    insert into admins (id, first_name, last_name, email, role_id)
      select gen_random_uuid(), 'A', 'Person', 'a@example.com', id from roles where name = 'Role';
    insert into jobs (id, kind, owner_id, status, attempts)
      select gen_random_uuid(), job.kind, admins.id, job.status, attempts from admins,
        (values ('export', 'queued', 0), ('report', 'running', 1)) job (kind, status, attempts)
      where email = 'a@example.com';
    insert into graphile_worker._private_jobs (task_id, payload, priority, key)
      select 2, json_build_object('jobId', id), 3, id::text from jobs where kind = 'export';
    insert into graphile_worker._private_jobs (task_id, payload, attempts) values
      (1, '{"to":"waiting"}', 2), (1, '{"to":"gone"}', 12), (1, '[]', 0), (3, '{"_cron":{}}', 0);`);
  expect(await migrate(url)).toContain('0047_one_queue.sql');
  const queue = `select kind, status, params ->> 'to' as to, attempts, priority,
      run_at = '2026-05-04Z' as "isOnTime" from jobs order by kind, status, attempts`;
  const mail = { kind: 'mail', status: 'queued', priority: 0, isOnTime: true };
  expect(await rows(queue)).toEqual([
    { kind: 'export', status: 'queued', to: null, attempts: 0, priority: 3, isOnTime: true },
    { ...mail, status: 'failed', to: 'gone', attempts: 12 },
    { ...mail, to: null, attempts: 0 },
    { ...mail, to: 'waiting', attempts: 2 },
    { kind: 'report', status: 'queued', to: null, attempts: 1, priority: 0, isOnTime: false },
  ]);
  expect(await rows(`select from pg_namespace where nspname = 'graphile_worker'`)).toEqual([]);
});
