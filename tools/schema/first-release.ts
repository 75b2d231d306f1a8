import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MIGRATIONS_DIR } from '@pos/api/db/migrations/migrate.ts';
import type pg from 'pg';

/**
 * Migrations of the first release with their SHA-256 (decision 0051). Databases of customers were
 * created by exactly these files, so they never change; every later change is a new migration.
 */
export const FIRST_RELEASE: Readonly<Record<string, string>> = {
  '0001_users_and_roles.sql': 'cc4a95ed6f6d54b3de00eb0ef9152671a3b0d404d12b403fd65e92f50a2e125b',
  '0002_schools_and_fairs.sql': 'efdcea5bcbc942a60830de998a7ef5b5192616f31b5075a3bbdba83bbdf76013',
  '0003_devices.sql': 'a13faf4fb1acec13e72eee84195894886aac84fedba4c8b5ba0505802adc1808',
  '0004_stock.sql': '97d353a16ee2a268609b39fbff6ea14b4a1e974844cfe71175ae6d899d2fdbc8',
  '0005_sales.sql': 'ab23dde668217a7b8a48ccd24af477c762f96a7322d119984935029addb8acb0',
  '0006_ewallets_and_ave_dollars.sql':
    'a00d0340be84e91aed6e7c027cc604bc1d4bbebc27dc5d2523125a5177750ef6',
  '0007_close_out.sql': '00fe9412014abbc71ba1fda11c6f30cc987461a646ce09034c9ad8b07af9353a',
  '0008_documents.sql': '6c0d029b7bc0ac842e4bb1acd22a04dc260a93baed5b8bdd969ac279053677db',
  '0009_operations.sql': 'c420330aa5dfef4eda17e763c023a2d18ab7af8cb166c146997e2e44124cdc2c',
  '0010_totals.sql': 'b6f69871c02539273451e2f8fc96e42e84c21815eacb6e60de9d79a2c7213355',
};

/**
 * Every row of a small season, by table, each as the text of a JSON object. It was dumped from a
 * database of FIRST_RELEASE in which the demo had sold at seven fairs, with rows added to the
 * tables that the demo leaves empty. It cannot be dumped again once there are later migrations, and
 * need not be: it never changes either.
 */
const SEASON = new URL('first-release.json.gz', import.meta.url);

/** SHA-256 of each migration file of the first release, as it is in the repository now. */
export async function presentChecksums(): Promise<Record<string, string>> {
  const entries = Object.keys(FIRST_RELEASE).map(async (name) => {
    const text = await readFile(path.join(MIGRATIONS_DIR, name));
    return [name, createHash('sha256').update(text).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Copies the migrations of the first release, and no others, into the folder `dir`. */
export async function copyFirstRelease(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const name of Object.keys(FIRST_RELEASE))
    await copyFile(path.join(MIGRATIONS_DIR, name), path.join(dir, name));
}

/**
 * Fills a database that FIRST_RELEASE created with the rows of SEASON, as a restored backup would.
 * The client must be a superuser's: triggers and foreign keys are disabled meanwhile.
 */
export async function loadSeason(client: pg.Client): Promise<void> {
  const season = JSON.parse(gunzipSync(await readFile(SEASON)).toString('utf8')) as Record<
    string,
    string[]
  >;
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(season)) {
    await client.query(`delete from ${table}`);
    const columns = await writableColumns(client, table);
    await client.query(
      `insert into ${table} (${columns})
       overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [`[${rows.join()}]`],
    );
  }
  for (const { table, column } of await identityColumns(client))
    await client.query(
      `select setval(
         pg_get_serial_sequence('${table}', '${column}'),
         (select coalesce(max(${column}), 1) from ${table})
       )`,
    );
  await client.query('set session_replication_role = origin');
}

async function writableColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(attname, ', ' order by attnum) as columns
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]!.columns;
}

async function identityColumns(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column
     from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`,
  );
  return rows;
}

/** Stored totals of the first release, in whose place the book of figures is made from rows. */
const REPLACED = [
  'order_totals',
  'order_total_changes',
  'season_order_totals',
  'order_hours',
  'payment_totals',
  'payment_total_changes',
  'season_payment_totals',
  'payment_hours',
  'sale_changes',
  'season_title_totals',
  'season_refund_totals',
  'season_given_back_totals',
  'wallet_total',
  'wallet_total_changes',
];

/**
 * Number of rows of each table (`payments`), and the sum of each column of cents or units
 * (`payments.amount_cents`). Leaves out live_events, an outbox that each update adds to, and
 * `REPLACED`, whose sums the invariants compare with the rows.
 */
export async function figures(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string; sums: string[] }>(
    `select relname as name,
       coalesce(array_agg(attname::text order by attnum) filter (
         where attname ~ '(_cents|_qty|^qty|^quantity|^units|^delta)$'
       ), '{}') as sums
     from pg_class
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('schema_migrations', 'live_events')
       and relname <> all($1)
     group by relname
     order by relname`,
    [REPLACED],
  );
  const found: Record<string, string> = {};
  for (const { name, sums } of tables) {
    const { rows } = await client.query<Record<string, string>>(
      `select count(*)::text as "${name}"
         ${sums.map((column) => `, coalesce(sum(${column}), 0)::text as "${name}.${column}"`).join('')}
       from ${name}`,
    );
    Object.assign(found, rows[0]);
  }
  return found;
}

/** Figures that are gone or differ after an upgrade, one sentence each; none if nothing was lost. */
export function losses(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.entries(before)
    .filter(([name, figure]) => after[name] !== figure)
    .map(([name, figure]) => `${name} was ${figure} and is ${after[name] ?? 'gone'}.`);
}
