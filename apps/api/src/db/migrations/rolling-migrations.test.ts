import { expect, test } from 'vitest';
import { tryMigrations } from '#testing/app/tried-migrations.ts';
import { toIndexChanges, withoutConcurrency } from './concurrent-indexes.ts';

test('lets the version before start and sell on an expanded schema, and on nothing else', async () => {
  const { file, remove, run, seller } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int primary key);');
  await file(
    '0002_newer.sql',
    '-- expands\nalter table books add column title text; create table newer (id int);',
  );
  await file(
    '0003_index.sql',
    '-- concurrently\ncreate index concurrently titles on books (title);',
  );
  await run();
  await remove('0002_newer.sql');
  await remove('0003_index.sql');
  expect(await run()).toEqual([]);
  await seller((client) => client.query('insert into books (id) values (1)'));
  await file('0004_contract.sql', 'alter table books drop column title;');
  await expect(run()).resolves.toEqual(['0004_contract.sql']);
  await remove('0004_contract.sql');
  await expect(run()).rejects.toThrow(
    'The database is newer than this version of the program: it has 0004_contract.sql.',
  );
});

test('waits for a busy table without holding up the sales behind it', async () => {
  const { file, run, seller, count } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int primary key);');
  await run();
  await file('0002_title.sql', '-- expands\nalter table books add column title text;');
  await seller(async (reader) => {
    await reader.query('begin; select * from books');
    const migrated = run(100);
    // The reader still has the table, and each of these sales is done.
    for (let id = 1; id <= 20; id += 1) {
      await seller((client) => client.query('insert into books (id) values ($1)', [id]));
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(await count('books')).toBe(20);
    await reader.query('commit');
    expect(await migrated).toEqual(['0002_title.sql']);
  });
});

test('leaves the version before working if a file fails, in a transaction or not', async () => {
  const { file, remove, run, seller, rows } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int primary key, title text);');
  await run();
  await seller((client) => client.query("insert into books values (1, 'Holes'), (2, 'Holes')"));
  await file(
    '0002_unique.sql',
    '-- concurrently\ncreate unique index concurrently books_title_key on books (title);',
  );
  await expect(run()).rejects.toThrow(
    'The migration 0002_unique.sql failed: could not create unique index "books_title_key"',
  );
  expect(await rows("select from pg_class where relname = 'books_title_key'")).toEqual([]);
  await seller((client) => client.query("insert into books values (3, 'Holes')"));
  await remove('0002_unique.sql');
  expect(await run()).toEqual([]);
});

test('resumes indexes where an interrupted run stopped: an unfinished one is built again', async () => {
  const { file, run, seller, rows } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int primary key, title text, author text);');
  await run();
  await seller(async (client) => {
    await client.query("insert into books values (1, 'Holes'), (2, 'Holes')");
    await client.query('create index concurrently books_author_idx on books (author)');
    // Fails, and leaves the index behind as a killed build does.
    await expect(
      client.query('create unique index concurrently books_title_key on books (title)'),
    ).rejects.toThrow('could not create unique index');
    await client.query("update books set title = 'Holes 2' where id = 2");
  });
  const before = await rows("select 'books_author_idx'::regclass::oid::int as oid");
  await file(
    '0002_indexes.sql',
    `-- Faster lists.
-- concurrently
create index concurrently books_author_idx on books (author);
create unique index concurrently books_title_key on books (title);
drop index concurrently if exists books_gone_idx;`,
  );
  expect(await run()).toEqual(['0002_indexes.sql']);
  expect(await rows("select 'books_author_idx'::regclass::oid::int as oid")).toEqual(before);
  expect(
    await rows(
      "select indisvalid as valid from pg_index where indexrelid = 'books_title_key'::regclass",
    ),
  ).toEqual([{ valid: true }]);
});

test('lets several processes that start at once build indexes, one of them doing the work', async () => {
  const { file, run, seller, rows } = await tryMigrations();
  await file('0001_books.sql', 'create table books (id int primary key, title text);');
  await run();
  await file(
    '0002_index.sql',
    '-- concurrently\ncreate index concurrently titles on books (title);',
  );
  await seller(async (reader) => {
    // Holds the first process in its index until the others wait for their turn.
    await reader.query('begin; insert into books values (1)');
    const started = [1, 2, 3].map(() => run());
    await expect
      .poll(() => rows("select from pg_stat_activity where application_name = 'pos-admin migrate'"))
      .toHaveLength(3);
    await new Promise((done) => setTimeout(done, 300));
    await reader.query('commit');
    const applied = await Promise.all(started);
    expect(applied.flat()).toEqual(['0002_index.sql']);
  });
});

test('builds the indexes of a marked file inside the transaction of a restore', () => {
  const sql =
    '-- concurrently\ncreate unique index concurrently a on b (c);\ndrop index concurrently d;';
  expect(withoutConcurrency(toIndexChanges('0002_indexes.sql', sql))).toBe(
    'create unique index a on b (c);\ndrop index d;',
  );
});

test('refuses anything but indexes in a file that runs outside a transaction', async () => {
  const { file, run, count } = await tryMigrations();
  await file('0001_books.sql', '-- concurrently\ncreate table books (id int);');
  await expect(run()).rejects.toThrow('may only create and drop indexes');
  expect(await count('schema_migrations')).toBe(0);
});
