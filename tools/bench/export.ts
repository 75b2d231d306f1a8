import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportFormat } from '@pos/contract/exports';
import pg from 'pg';
import { connectionString, SUPERUSER } from '@pos/embedded-postgres/cluster';
import { DATABASE } from '@pos/embedded-postgres/database';
import { readRecord } from '@pos/embedded-postgres/record';
import { openPackage } from '@pos/api/spreadsheets/reading/package.ts';
import { READ_LIMITS } from '@pos/api/spreadsheets/sheet.ts';
import { addMissingSchool, ensureDevice, ensureFair, finishedJob } from '../office/steps.ts';
import { signIn, type Office } from '../office/session.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import { runningPostmaster } from '../product/test-database.ts';
import { measureIn, watchLoops, type Measured } from './measure.ts';

const ROWS = 1_100_000;
const PORTION = 100_000;
const ALONE_MS = 4_000;

/**
 * One measured export: rows in the file, rows per sheet (xlsx), size in bytes, duration of the bare
 * COPY in ms, and cost.
 */
export type Exported = {
  format: ExportFormat;
  rows: number;
  sheets: Map<string, number>;
  bytes: number;
  copyMs: number;
  alone: Measured;
  meanwhile: Measured;
};

/**
 * Exports 1,100,000 orders from a separate product, as xlsx and as CSV, each in a fresh process,
 * while a second person reads the list of fairs every 20 ms. Downloads each file by its ticket and
 * counts its rows. Before each export, a bare COPY writes the same rows to a file.
 */
export async function* benchExport(say: (line: string) => void): AsyncGenerator<Exported> {
  const watchFile = watchLoops();
  const product = await Product.launch('bench', () => '');
  try {
    const office = await signIn(product.url, TRIAL_OWNER);
    const started = performance.now();
    await sellOrders(product, await planFair(office), ROWS);
    say(
      `${ROWS.toLocaleString('en-US')} orders made by SQL in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
    );
    for (const format of ['xlsx', 'csv'] as const) yield await exportAs(product, watchFile, format);
  } finally {
    await product.remove();
    await rm(watchFile, { force: true });
  }
}

async function exportAs(
  product: Product,
  watchFile: string,
  format: ExportFormat,
): Promise<Exported> {
  await product.end('SIGTERM');
  product.begin();
  await product.untilReady();
  const copyMs = await copyOut(product);
  const office = await signIn(product.url, TRIAL_OWNER);
  const measure = measureIn(product, office, watchFile);
  const alone = await measure(() => sleep(ALONE_MS));
  let jobId = '';
  const meanwhile = await measure(async () => {
    jobId = (await office.client.exports.add({ body: { list: 'orders', query: {}, format } })).data
      .jobId;
    const job = await finishedJob(office, jobId);
    if (job.status !== 'succeeded') throw new Error(`The export ended as ${job.status}.`);
  });
  const file = path.join(product.dataDir, `downloaded.${format}`);
  await download(office, jobId, file);
  const sheets =
    format === 'xlsx'
      ? await rowsOfSheets(file)
      : new Map([['', (await countIn(createReadStream(file), '\r\n')) - 1]]);
  const { size } = await stat(file);
  await rm(file);
  const rows = [...sheets].reduce((sum, [name, count]) => sum + (name === 'Export' ? 0 : count), 0);
  return { format, rows, sheets, bytes: size, copyMs, alone, meanwhile };
}

async function download(office: Office, jobId: string, file: string): Promise<void> {
  const { url } = (await office.client.jobs.ticket({ params: { id: jobId } })).data;
  const response = await fetch(office.url + url);
  if (!response.ok || !response.body) throw new Error(`The download returned ${response.status}.`);
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file));
}

/** Counts the rows below the header of each sheet, in the workbook's order. */
async function rowsOfSheets(file: string): Promise<Map<string, number>> {
  const zip = await openPackage(await readFile(file), {
    ...READ_LIMITS,
    unpackedBytes: Number.MAX_SAFE_INTEGER,
  });
  let workbook = '';
  for await (const chunk of zip.open('xl/workbook.xml')) workbook += chunk.toString('utf8');
  const sheets = new Map<string, number>();
  for (const [index, [, name = '']] of [...workbook.matchAll(/<sheet name="([^"]*)"/g)].entries())
    sheets.set(name, (await countIn(zip.open(`xl/worksheets/sheet${index + 1}.xml`), '<row ')) - 1);
  zip.close();
  return sheets;
}

/** Counts the occurrences of a short text in a byte stream. */
async function countIn(chunks: AsyncIterable<unknown>, text: string): Promise<number> {
  let count = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const seen = rest + (chunk as Buffer).toString('latin1');
    for (let at = seen.indexOf(text); at >= 0; at = seen.indexOf(text, at + text.length)) count++;
    rest = seen.slice(-(text.length - 1));
  }
  return count;
}

async function withSuperuser<Result>(
  { dataDir }: Product,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const [record, postmaster] = [await readRecord(dataDir), await runningPostmaster(dataDir)];
  if (!record || !postmaster) throw new Error(`No PostgreSQL is running on ${dataDir}.`);
  const client = new pg.Client({
    connectionString: connectionString(
      SUPERUSER,
      record.superuserPassword,
      postmaster.port,
      DATABASE,
    ),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Measures the minimum cost: COPY writes the same rows in the same order, with names instead of
 * IDs, to a file. In ms.
 */
async function copyOut(product: Product): Promise<number> {
  const file = path.join(product.dataDir, 'copied.csv');
  const rows = await withSuperuser(product, async (client) => {
    const started = performance.now();
    const out = createWriteStream(file, { flush: true });
    await copyTo(
      client,
      out,
      `copy (
      select o.order_number, o.sold_at, o.business_day, f.time_zone, f.name, s.name, d.device_id, o.customer_type, o.customer_name, o.units, o.gross_cents, o.discount_cents, o.subtotal_cents, o.tax_cents, o.total_cents,
             o.refunded_net_cents + o.refunded_tax_cents, o.methods, o.payment_status, o.status, o.ship_to_school, o.tax_exempt, o.flags
        from orders o join fairs f on f.id = o.fair_id join schools s on s.id = o.school_id join devices d on d.id = o.device_id where o.voided_by_reset_id is null order by o.sold_at desc, o.id desc) to stdout (format csv)`,
    );
    await pipeline(Readable.from([]), out);
    return performance.now() - started;
  });
  await rm(file);
  return rows;
}

type CopyConnection = { query(text: string): void };

/** Runs one `COPY … TO STDOUT` over `client`; `out` stays open. */
function copyTo(client: pg.Client, out: Writable, statement: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const submitted = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => void out.write(chunk),
      handleError: (error: Error) => (failure = error),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    };
    client.query(submitted as never);
  });
}

type Place = { fairId: string; schoolId: string; deviceId: string; cashierId: string };

async function planFair(office: Office): Promise<Place> {
  await addMissingSchool(office, 'BENCH', () => ({
    identifier: 'BENCH',
    name: 'Bench Elementary',
    address: '1 Lake Rd',
    city: 'Ada',
    state: 'MI',
    zip: '49301',
  }));
  const [admin] = (await office.client.admins.getAdmins({ query: {} })).data;
  if (!admin) throw new Error('There is no admin.');
  const fair = await ensureFair(office, {
    schoolIdentifier: 'BENCH',
    identifier: 'BENCH-1',
    name: 'Bench Fair',
    address: '1 Lake Rd',
    startDate: '2031-03-03',
    endDate: '2031-03-07',
    salesTaxRate: 6,
    adminId: admin.value,
    packageOption: 6,
  });
  const device = await ensureDevice(office, {
    deviceId: 'BENCH-01',
    name: 'Bench',
    purchaseDate: '2030-01-01',
    warrantyDate: '2033-01-01',
    model: 1,
    adminId: null,
  });
  return { fairId: fair.id, schoolId: fair.schoolId, deviceId: device.id, cashierId: admin.value };
}

/** Inserts orders as after a season, with the columns shown in the list. */
async function sellOrders(
  product: Product,
  { fairId, schoolId, deviceId, cashierId }: Place,
  count: number,
): Promise<void> {
  await withSuperuser(product, async (client) => {
    await client.query(
      'set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0',
    );
    for (let from = 1; from <= count; from += PORTION) {
      await client.query(
        `insert into orders (id, order_number, client_order_id, body_hash, fair_id, school_id, device_id, epoch, sequence, cashier_id, business_day, sold_at, customer_type, customer_name, status, tax_rate_ppm, tax_exempt,
                             units, gross_cents, discount_cents, subtotal_cents, tax_cents,
                               total_cents, methods, payment_status, ship_to_school)
         select gen_random_uuid(), 'BENCH-1-A' || n, gen_random_uuid(), '\\x00', $1, $2, $3, 1, n,
           $4, date '2031-03-03' + (n % 5)::int,
           timestamptz '2031-03-03 14:00Z' + n * interval '300 milliseconds',
                case n % 3 when 0 then 'parent' else 'teacher' end, 'Customer of row ' || n,
                  'completed', 60000, false, 1 + (n % 5)::int, 1000 + n % 900, 0, 1000 + n % 900,
                  (1000 + n % 900) * 6 / 100, (1000 + n % 900) + (1000 + n % 900) * 6 / 100,
                array[(1 + n % 3)]::smallint[], 'completed', n % 20 = 0
           from generate_series($5::bigint, $6::bigint) n`,
        [fairId, schoolId, deviceId, cashierId, from, Math.min(from + PORTION - 1, count)],
      );
    }
    await client.query('vacuum analyze orders');
  });
}
