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

/** Handler of one path of the bare handler; a `JsonText` is sent as it is. */
export type Answer = (given: URLSearchParams, body: string) => Promise<unknown>;

/** A whole response as JSON text that PostgreSQL built. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

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

/**
 * Returns the rows of a statement that is planned for each request, as the product does for lists
 * that are not hot (docs/hot-lists.md).
 */
export async function selectPlannedRows<Row extends object>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await pool.query<Row>(text, [...values])).rows;
}

/** Returns the response that one prepared statement builds in its column `body`. */
export async function selectJson(text: string, values: readonly unknown[] = []): Promise<JsonText> {
  const [row] = await selectRows<{ body: string }>(text, values);
  return new JsonText(row!.body);
}

/** Statement that builds the response of a list: the rows of one query, the total of another. */
export const listBody = (rows: string, count: string) => `
  select json_build_object('data', json_build_object(
    'results', (select coalesce(json_agg(result), '[]') from (${rows}) result),
    'page', 1,
    'limit', 20,
    'totalPages', ceil(total.count / 20.0),
    'totalResults', total.count
  ))::text as body
  from (${count}) total`;

/** Statement that reads the stored number of rows of a whole list. */
export const storedCount = (table: 'fairs' | 'schools' | 'students') =>
  `select sum(row_count)::bigint as count from list_sums where list = '${table}'`;

/** Returns a page of a list with its total, which may be capped, queried concurrently. */
export async function list(rows: Promise<object[]>, count: Promise<object[]>) {
  const [results, [total]] = (await Promise.all([rows, count])) as [
    object[],
    { count: number; capped?: boolean }[],
  ];
  return {
    data: {
      results,
      page: 1,
      limit: 20,
      totalPages: Math.ceil((total?.count ?? 0) / 20),
      totalResults: total?.count ?? 0,
      ...(total?.capped && { totalCapped: true }),
    },
  };
}
