import process from 'node:process';
import pg from 'pg';

/** Database access of the bare handler: prepared statements on a pool as large as the product's. */

// Same parsers as the product: bigint becomes a number, a date its text.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, String);

export const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 16,
  options: '-c timezone=UTC -c jit=off -c random_page_cost=1.1',
});

/** Handler of one path of the bare handler. */
export type Answer = (given: URLSearchParams, body: string) => Promise<unknown>;

const names = new Map<string, string>();

/** Returns the rows of a statement prepared once per connection. */
export async function selectRows<Row extends object>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `bare_${names.size}`));
  return (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

/** Returns a page of a list with its total, queried concurrently. */
export async function list(rows: Promise<object[]>, count: Promise<object[]>) {
  const [results, [total]] = (await Promise.all([rows, count])) as [object[], { count: number }[]];
  return {
    data: {
      results,
      page: 1,
      limit: 20,
      totalPages: Math.ceil((total?.count ?? 0) / 20),
      totalResults: total?.count ?? 0,
    },
  };
}
