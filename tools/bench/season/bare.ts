import { createServer, type IncomingMessage } from 'node:http';
import process from 'node:process';
import pg from 'pg';
import { ORDER_LIST, ORDER_PARTS, SALES_SUMMARY } from './bare-statements.ts';

/**
 * The other side of four ratios: a Node handler on `pg` with prepared statements for the list of
 * orders, one order, the sales summary of a fair and order intake, without identity, rights,
 * contract, snapshot or log. Runs as a separate process with DATABASE_URL and PORT.
 */

// Same parsers as the product: bigint becomes a number, a date its text.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, String);

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 16,
  options: '-c timezone=UTC -c jit=off -c random_page_cost=1.1',
});
const names = new Map<string, string>();

/** Returns the rows of a statement prepared once per connection. */
async function selectRows(text: string, values: readonly unknown[] = []): Promise<object[]> {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `bare_${names.size}`));
  return (await pool.query<object>({ name, text, values: [...values] })).rows;
}

type Answer = (given: URLSearchParams, body: string) => Promise<unknown>;

const ANSWERS: Record<string, Answer> = {
  '/ready': async () => ({}),
  '/orders': async () => {
    const [results, [total]] = await Promise.all([
      selectRows(ORDER_LIST.rows),
      selectRows(ORDER_LIST.total),
    ]);
    return { data: { results, page: 1, limit: 20, ...total } };
  },
  '/order': async (given) => {
    const id = [given.get('id')];
    const [order, lines, payments, refunds] = await Promise.all(
      ORDER_PARTS.map((text) => selectRows(text, id)),
    );
    return { data: { ...order?.[0], lines, payments, refunds } };
  },
  '/sales-summary': async (given) => {
    const values = [given.get('fairId'), given.get('from'), given.get('to')];
    const parts = SALES_SUMMARY.map((text) =>
      selectRows(
        text,
        values.filter((_, index) => text.includes(`$${index + 1}`)),
      ),
    );
    return { data: await Promise.all(parts) };
  },
  '/intake': intake,
};

/** Inserts the rows of each table unchanged, in one transaction. */
async function intake(_given: URLSearchParams, body: string): Promise<unknown> {
  const tables = JSON.parse(body) as Record<string, object[]>;
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const [table, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0] ?? {}).join(', ');
      await client.query({
        name: `insert-${table}`,
        text: `
          insert into ${table} (${columns})
          select ${columns}
          from json_populate_recordset(null::${table}, $1)`,
        values: [JSON.stringify(rows)],
      });
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return { stored: tables['orders']?.length };
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const answer = ANSWERS[url.pathname];
  void (async () => {
    try {
      if (!answer) throw new Error(`There is no ${url.pathname}.`);
      const given = request.method === 'POST' ? await readBody(request) : '';
      const body = JSON.stringify(await answer(url.searchParams, given));
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        .end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  })();
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
