import { expect, test } from 'vitest';
import { tryMigrations } from '#testing/app/tried-migrations.ts';
import { migrate } from './migrate.ts';

test('applies the files in order, each once, and creates the tables of the job runner', async () => {
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
  expect(
    await rows(`select to_regclass('graphile_worker._private_jobs') is not null as there`),
  ).toEqual([{ there: true }]);
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
