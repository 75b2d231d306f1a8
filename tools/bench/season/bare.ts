import { createServer, type IncomingMessage } from 'node:http';
import process from 'node:process';
import { FAIR_LISTS } from './bare-fairs.ts';
import { LISTS } from './bare-lists.ts';
import { OFFICE_WORK } from './bare-office.ts';
import { BOARDS } from './bare-reports.ts';
import { SALES } from './bare-sales.ts';
import { SCHOOLS } from './bare-schools.ts';
import { JsonText, pool, type Answer } from './bare-sql.ts';

/**
 * Baseline for the product: a Node handler on `pg` with the best SQL for the same responses,
 * prepared, without identity, rights, contract or log. Some paths have a second, faster form: one
 * statement whose JSON PostgreSQL builds. Runs as a separate process with DATABASE_URL
 * and PORT.
 */
const ANSWERS: Record<string, Answer> = {
  ...SALES,
  ...LISTS,
  ...FAIR_LISTS,
  ...SCHOOLS,
  ...OFFICE_WORK,
  ...BOARDS,
  '/intake': intake,
};

/**
 * Inserts orders, lines and payments with their events and movements unchanged, in one transaction.
 */
async function intake(_given: URLSearchParams, body: string): Promise<unknown> {
  const { orders, lines, payments, events, movements } = JSON.parse(body) as Record<
    'orders' | 'lines' | 'payments' | 'events' | 'movements',
    object[]
  >;
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const [table, rows] of [
      ['orders', orders],
      ['order_lines', lines],
      ['payments', payments],
      ['payment_events', events],
      ['stock_movements', movements],
    ] as const) {
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
  return { stored: orders.length };
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const answer = ANSWERS[url.pathname];
  void (async () => {
    try {
      if (!answer) throw new Error(`There is no ${url.pathname}.`);
      const given = request.method === 'POST' ? await bodyOf(request) : '';
      const outcome = await answer(url.searchParams, given);
      const body = outcome instanceof JsonText ? outcome.text : JSON.stringify(outcome);
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
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
