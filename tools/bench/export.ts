import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPackage } from '@pos/api/spreadsheets/reading/package.ts';
import { READ_LIMITS } from '@pos/api/spreadsheets/sheet.ts';
import { connectionString, SUPERUSER } from '@pos/embedded-postgres/cluster';
import { DATABASE } from '@pos/embedded-postgres/database';
import { readRecord } from '@pos/embedded-postgres/record';
import type { ExportFormat } from '@pos/contract/office/exports';
import pg from 'pg';
import { type Office, signIn } from '../office/session.ts';
import { ensureDevice } from '../office/steps.ts';
import { type Product, TRIAL_OWNER } from '../product/product.ts';
import { clusterFolder, runningPostmaster } from '../product/test-database.ts';
import { benchProduct, measureCost, planFair, showCost, succeeded } from './measure.ts';

const ROWS = 1_100_000;
const PORTION = 100_000;
const LIMITS = { maxMb: 400, maxLoopMs: 50 };
/** Two sheets of rows, and the one that describes the export. */
const SHEETS = 3;

/**
 * `npm run bench -- export`: exports 1,100,000 orders as xlsx and as CSV, each in a fresh process,
 * downloads each file by its ticket and counts its rows. A bare COPY of them is the other side.
 */
await benchProduct(async (product) => {
  await sellOrders(product, await signIn(product.url, TRIAL_OWNER));
  for (const format of ['xlsx', 'csv'] as const) {
    const copyMs = await copyOut(product);
    let job: { office: Office; id: string } | undefined;
    const cost = await measureCost(product, async (office) => {
      const body = { list: 'orders', query: {}, format } as const;
      job = { office, id: (await office.client.exports.add({ body })).data.jobId };
      await succeeded(office, job.id);
    });
    const { rows, sheets, bytes } = await download(product, job!, format);
    const ratio = (cost.meanwhile.took / copyMs).toFixed(1);
    const name = `${format}: ${rows} rows in ${sheets} sheets, ${(bytes / 1e6).toFixed(0)} MB, ${ratio} times a bare COPY`;
    showCost(name, cost, LIMITS);
    if (rows !== ROWS || sheets !== (format === 'xlsx' ? SHEETS : 1))
      throw new Error(`The file has not ${ROWS} rows in the sheets that they need.`);
  }
});

/** Downloads the file of a job and counts the rows below the headers of its sheets. */
async function download(
  { dataDir }: Product,
  { office, id }: { office: Office; id: string },
  format: ExportFormat,
): Promise<{ rows: number; sheets: number; bytes: number }> {
  const file = path.join(dataDir, `downloaded.${format}`);
  const { url } = (await office.client.jobs.ticket({ params: { id } })).data;
  const response = await fetch(office.url + url);
  if (!response.ok || !response.body) throw new Error(`The download returned ${response.status}.`);
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file));
  const counted =
    format === 'xlsx'
      ? await countSheets(file)
      : { rows: (await countIn(createReadStream(file), '\r\n')) - 1, sheets: 1 };
  const { size: bytes } = await stat(file);
  await rm(file);
  return { ...counted, bytes };
}

async function countSheets(file: string): Promise<{ rows: number; sheets: number }> {
  const limits = { ...READ_LIMITS, unpackedBytes: Number.MAX_SAFE_INTEGER };
  const zip = await openPackage(await readFile(file), limits);
  let workbook = '';
  for await (const chunk of zip.open('xl/workbook.xml')) workbook += chunk.toString('utf8');
  const names = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
  let rows = 0;
  for (const [index, name] of names.entries())
    if (name !== 'Export')
      rows += (await countIn(zip.open(`xl/worksheets/sheet${index + 1}.xml`), '<row ')) - 1;
  zip.close();
  return { rows, sheets: names.length };
}

/** Counts the occurrences of a short text in a byte stream. */
async function countIn(chunks: AsyncIterable<unknown>, text: string): Promise<number> {
  let count = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + (chunk as Buffer).toString('latin1')).split(text);
    count += parts.length - 1;
    rest = parts.at(-1)!.slice(1 - text.length);
  }
  return count;
}

async function withSuperuser<Result>(
  { dataDir }: Product,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const [record, postmaster] = [await readRecord(dataDir), await runningPostmaster(dataDir)];
  if (!record || !postmaster) throw new Error(`No PostgreSQL is running on ${dataDir}.`);
  const { superuserPassword } = record;
  const client = new pg.Client(
    connectionString(SUPERUSER, superuserPassword, postmaster.port, DATABASE),
  );
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Measures how long the server takes to write the same rows to a file, in milliseconds. */
async function copyOut(product: Product): Promise<number> {
  const file = path.join(await clusterFolder(product.dataDir), 'copied.csv');
  const copyMs = await withSuperuser(product, async (client) => {
    const started = performance.now();
    await client.query(
      `copy (
         select o.order_number, o.sold_at, o.business_day, f.time_zone, f.name, s.name, d.device_id,
           o.customer_type, o.customer_name, o.units, o.gross_cents, o.discount_cents,
           o.subtotal_cents, o.tax_cents, o.total_cents, o.refunded_net_cents + o.refunded_tax_cents,
           o.methods, o.payment_status, o.status, o.ship_to_school, o.tax_exempt, o.flags
         from orders o
         join fairs f on f.id = o.fair_id
         join schools s on s.id = o.school_id
         join devices d on d.id = o.device_id
         where o.voided_by_reset_id is null
         order by o.sold_at desc, o.id desc) to '${file}' (format csv)`,
    );
    return performance.now() - started;
  });
  await rm(file);
  return copyMs;
}

/** Inserts orders as after a season, with the columns shown in the list. */
async function sellOrders(product: Product, office: Office): Promise<void> {
  const fair = await planFair(office);
  const device = await ensureDevice(office, {
    deviceId: 'BENCH-01',
    name: 'Bench',
    purchaseDate: '2030-01-01',
    warrantyDate: '2033-01-01',
    model: 1,
    adminId: null,
  });
  await withSuperuser(product, async (client) => {
    await client.query(
      'set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0',
    );
    for (let from = 1; from <= ROWS; from += PORTION) {
      await client.query(
        `insert into orders (id, order_number, client_order_id, body_hash, fair_id, school_id,
           device_id, epoch, sequence, cashier_id, business_day, sold_at, customer_type,
           customer_name, status, tax_rate_ppm, tax_exempt, units, gross_cents, discount_cents,
           subtotal_cents, tax_cents, total_cents, methods, payment_status, ship_to_school)
         select gen_random_uuid(), 'BENCH-1-A' || n, gen_random_uuid(), '\\x00', $1, $2, $3, 1, n,
           $4, date '2031-03-03' + (n % 5)::int,
           timestamptz '2031-03-03 14:00Z' + n * interval '300 milliseconds',
           case n % 3 when 0 then 'parent' else 'teacher' end, 'Customer of row ' || n,
           'completed', 60000, false, 1 + (n % 5)::int, 1000 + n % 900, 0, 1000 + n % 900,
           (1000 + n % 900) * 6 / 100, (1000 + n % 900) + (1000 + n % 900) * 6 / 100,
           array[(1 + n % 3)]::smallint[], 'completed', n % 20 = 0
         from generate_series($5::bigint, $6::bigint) n`,
        [fair.id, fair.schoolId, device.id, fair.adminId, from, from + PORTION - 1],
      );
    }
    await client.query('vacuum analyze orders');
  });
  console.log(`${ROWS} orders made by SQL`);
}
