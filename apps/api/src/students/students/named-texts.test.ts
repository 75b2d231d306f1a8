import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestApp } from '#testing/app/test-app.ts';
import { listNamedPlaces } from './named-texts.queries.ts';

/** Names of columns that people or registers fill with texts. */
const FREE_TEXT =
  '(note|reason|message|detail|label|subject|body|description|footer|comment|terms|file_name|title|changes|params|result)s?$';
/** Columns of such names with codes, titles that `sold_titles` has too, names made by the product, or calls. */
const WITHOUT_NAMES = [
  'access_log.changes',
  'admins.company_subject',
  'count_differences.reason',
  'held_orders.reason',
  'held_refunds.reason',
  'order_lines.title',
  'report_sends.reason',
  'stock_movements.reason',
  'stored_file_chunks.file_name',
];

it('an erasure searches each column of free text that the schema has', async () => {
  const { db, ownerId } = await startTestApp();
  const { rows } = await sql<{ place: string }>`
    select format('%s.%s', c.table_name, c.column_name) as place
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'jsonb') and c.column_name ~ ${FREE_TEXT}
      and not exists (
        select from pg_constraint
        where conrelid = c.table_name::regclass
          and pg_get_constraintdef(oid) like format('%%(%s = ANY%%', c.column_name))`.execute(db);
  const searched = listNamedPlaces(ownerId).map(({ table, column }) => `${table}.${column}`);
  expect(searched.length).toBeGreaterThan(40);
  const missing = rows
    .map(({ place }) => place)
    .filter((place) => !searched.includes(place) && !WITHOUT_NAMES.includes(place));
  expect(missing).toEqual([]);
});
