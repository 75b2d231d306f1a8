import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#testing/app/test-database.ts';
import { runOnceCompiled } from './compiled-once.ts';
import { openDb, PREPARED } from './db.ts';

describe('statements and results', async () => {
  const database = await testDatabase();
  const db = openDb(database.url, () => undefined, { size: 1, statementTimeout: 5_000 });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  it('name columns as the code does, and leave stored JSON unchanged', async () => {
    for (const text of [sql``, PREPARED]) {
      const { rows } =
        await sql`select ${text} 1 as first_column, '{"inner_key": [{"other_key": 2}]}'::jsonb as some_json, '{"inner_key": 3}'::json as "already_named"`.execute(
          db,
        );
      expect(rows).toEqual([
        {
          firstColumn: 1,
          someJson: { inner_key: [{ other_key: 2 }] },
          alreadyNamed: { inner_key: 3 },
        },
      ]);
    }
  });

  it('are prepared if they are marked, or used again with keys as values', async () => {
    // Each connection prepares its own.
    await db.connection().execute(async (one) => {
      await sql`select ${PREPARED} 1 as one`.execute(one);
      await sql`
        select ${PREPARED} 2
          as two`.execute(one);
      await sql`select 3 as three`.execute(one);
      const ids = (id: string) => sql`select from admins where id = ${id}`;
      const named = (name: string) => sql`select from admins where last_name = ${name}`;
      const whole = (id: string) => sql`select * from admins where id = ${id}`;
      for (const id of [uuidv7(), uuidv7()])
        for (const query of [ids(id), named('Ford'), whole(id)]) await query.execute(one);
      await ids('not an ID')
        .execute(one)
        .catch(() => undefined);
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements order by prepare_time`.execute(one);
      const texts = rows.map(({ statement }) => statement.replaceAll(/\s+/g, ' ').trim());
      expect(texts.slice(-3)).toEqual([
        'select /* prepared */ 1 as one',
        'select /* prepared */ 2 as two',
        'select from admins where id = $1',
      ]);
    });
  });

  it('compiled once take the values of each call, with a separate text for missing values', async () => {
    let built = 0;
    const ask = (given: { text: string | undefined; numbers: number[] }) =>
      runOnceCompiled(db, 'a test', given, ({ text, numbers }) => {
        built += 1;
        return sql<{ text: string; sum: number }>`
          select ${text ?? sql`'none'`}::text as text,
            (select sum(n)::int from unnest(${numbers}::int[]) n) as sum`;
      });
    for (const [text, numbers, sum] of [
      ['one', [1, 2], 3],
      ['two', [3, 4, 5], 12],
      [undefined, [6], 6],
    ] as [string | undefined, number[], number][])
      expect(await ask({ text, numbers })).toEqual([{ text: text ?? 'none', sum }]);
    expect(built).toBe(2);
  });
});
