import { chmod, mkdir } from 'node:fs/promises';
import pg from 'pg';
import { SUPERUSER, connectionString } from '@pos/embedded-postgres/cluster';
import { DATABASE } from '@pos/embedded-postgres/database';
import { readRecord } from '@pos/embedded-postgres/record';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { openDb } from '@pos/api/db/db.ts';
import { migrate } from '@pos/api/db/migrations/migrate.ts';
import { ensureOwner } from '@pos/api/staff/sign-in/accounts/owner.ts';
import { FIRST_NAMES, LAST_NAMES } from '@pos/world/names';
import { Random } from '@pos/world/random';
import { makeTitles } from '@pos/world/titles';
import { TRIAL_OWNER } from '../../product/product.ts';
import { FAIR_ROWS, OFFICE_ROWS, TITLES, TOOLS } from './office-rows.ts';
import { addOfficeWork } from './office-work.ts';
import { SALE_ROWS } from './sale-rows.ts';
import type { SeasonSize } from './season-size.ts';
import { dropIndexes } from './tables.ts';

/** Registers at any size from 160 fairs. */
const DEVICES = 160;

/**
 * Loads a season into the embedded database of `dataDir`, which must be empty: rows first, then
 * indexes, keys and the book of figures. The data satisfies every invariant. The owner is TRIAL_OWNER.
 */
export async function loadSeason(
  dataDir: string,
  size: SeasonSize,
  say: (line: string) => void,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate(postgres.url);
    const db = openDb(postgres.url, () => undefined);
    const { id: ownerId } = await ensureOwner(db, TRIAL_OWNER).finally(() => db.destroy());
    const record = await readRecord(dataDir);
    const client = new pg.Client({
      connectionString: connectionString(
        SUPERUSER,
        record!.superuserPassword,
        Number(new URL(postgres.url).port),
        DATABASE,
      ),
    });
    await client.connect();
    try {
      const { rows } = await client.query<{ orders: number }>(
        'select count(*)::int as orders from schools',
      );
      if (rows[0]!.orders > 0)
        throw new Error(`${dataDir} holds a database already. Name an empty folder with --data.`);
      await fillSeason(client, size, ownerId, say);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}

/**
 * Fills the tables of a migrated database on a superuser's connection; `ownerId` is the seller and
 * the one who closed out.
 */
export async function fillSeason(
  client: pg.Client,
  size: SeasonSize,
  ownerId: string,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  // Like restoring a dump: keys and triggers would check consistent data row by row.
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 2`,
  );
  const anew = await dropIndexes(client);
  await makeRows(client, size, ownerId, say);
  for (const [index, statement] of anew.entries()) {
    await client.query(statement);
    if (index % 10 === 9) say(`${index + 1} of ${anew.length} indexes`);
  }
  await client.query('select recount_figures(), recount_students()');
  // Replaces the work of the disabled triggers.
  await client.query(
    'insert into sold_titles (title_id, title) select distinct title_id, title from order_lines on conflict do nothing',
  );
  // Rounds write the items of a day together.
  await client.query('cluster day_items using day_items_pkey');
  say('the book of figures');
  await client.query('vacuum analyze');
}

/** Makes the rows on the connection, set by set. */
async function makeRows(
  client: pg.Client,
  size: SeasonSize,
  ownerId: string,
  say: (line: string) => void,
): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await client.query(TOOLS);
  const row = { ...size, devices: Math.min(size.fairs, DEVICES), ownerId, today };
  await client.query('insert into size select * from json_populate_record(null::size, $1)', [
    JSON.stringify({ ...row, firstNames: FIRST_NAMES, lastNames: LAST_NAMES }),
  ]);
  await client.query(TITLES, [JSON.stringify(makeTitles(size.titles, new Random('season')))]);
  for (const statement of [...OFFICE_ROWS, ...SALE_ROWS, ...FAIR_ROWS]) {
    const table = /(?:table|into|update) (\w+)/.exec(statement)?.[1] ?? '';
    const { rowCount } = await client.query(statement);
    await client.query(`analyze ${table}`);
    say(`${rowCount} rows of ${table}`);
  }
  await client.query('discard temp');
  await addOfficeWork(client, ownerId, today);
}
