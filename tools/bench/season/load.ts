import { chmod, mkdir } from 'node:fs/promises';
import { addDays } from '@pos/contract/values/days';
import pg from 'pg';
import { SUPERUSER, connectionString } from '@pos/embedded-postgres/cluster';
import { DATABASE } from '@pos/embedded-postgres/database';
import { readRecord } from '@pos/embedded-postgres/record';
import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import { openDb } from '@pos/api/db/db.ts';
import { migrate } from '@pos/api/db/migrate.ts';
import { ensureOwner } from '@pos/api/features/auth/owner.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import { Random } from '@pos/world/random';
import { makeTitles } from '@pos/world/titles';
import { sellAtFair } from './fair-days.ts';
import { addFair, SENT } from './fair-rows.ts';
import type { SeasonGenerator } from './generator.ts';
import { RepeatableUuids } from './repeatable-uuids.ts';
import { addDevices, addSchool, addTitles, addUsers, type UnitsByTitle } from './office-rows.ts';
import { addOfficeWork } from './office-work.ts';
import type {
  SeasonDevice,
  SeasonFair,
  SeasonSchool,
  SeasonTitle,
  SoldOut,
} from './season-fair.ts';
import type { SeasonSize } from './season-size.ts';
import { dropIndexes, SeasonTables, vacuum } from './tables.ts';

const FAIRS_A_DAY = 16;
const FAIR_DAYS = 5;
/** Number of days after a fair's end until its close-out. */
const CLOSED_OUT_AFTER = 3;
const FAIRS_A_PORTION = 40;
const SCHOOLS_A_PORTION = 500;

type FairPlan = { index: number; endDate: string; orders: number; size: SeasonSize };
type FairSupply = {
  schools: readonly SeasonSchool[];
  devices: readonly SeasonDevice[];
  titles: readonly SeasonTitle[];
};

/**
 * Loads a season into the embedded database of `dataDir`, which must be empty: COPY first, then
 * indexes, keys and stored totals. The data satisfies every invariant. The owner is TRIAL_OWNER.
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
  await copySeason(client, size, ownerId, say);
  for (const [index, statement] of anew.entries()) {
    await client.query(statement);
    if (index % 10 === 9) say(`${index + 1} of ${anew.length} indexes`);
  }
  await client.query('select recount_sales(), recount_students(), recount_lists()');
  // Replaces the work of the disabled triggers.
  await client.query(
    'insert into sold_titles (title_id, title) select distinct title_id, title from order_lines on conflict do nothing',
  );
  say('stored totals');
  await vacuum(client);
  await client.query('vacuum analyze');
}

async function copySeason(
  client: pg.Client,
  size: SeasonSize,
  ownerId: string,
  say: (line: string) => void,
): Promise<void> {
  const random = new Random('season');
  const keys = new RepeatableUuids(1);
  const tables = new SeasonTables();
  const generator: SeasonGenerator = { tables, random, keys };
  const titles = makeTitles(size.titles, random).map((title) => ({ id: keys.next(0), ...title }));
  const admins = addUsers(generator);
  const devices = addDevices(generator, Math.min(size.fairs, FAIRS_A_DAY * FAIR_DAYS * 2));
  const schools: SeasonSchool[] = [];
  for (let index = 0; index < size.schools; index++) {
    schools.push(addSchool(generator, index, size.studentsPerSchool));
    if (index % SCHOOLS_A_PORTION === SCHOOLS_A_PORTION - 1) await tables.flush(client);
  }
  const units: UnitsByTitle = { sent: new Map(), shipped: new Map(), waiting: new Map() };
  const today = new Date().toISOString().slice(0, 10);
  let ordersLeft = size.orders;

  // Oldest first, so that the newest rows are adjacent, as in a real season.
  for (let index = 0; index < size.fairs; index++) {
    const place = size.fairs - 1 - index;
    const endDate = addDays(today, -Math.floor(place / FAIRS_A_DAY));
    const orders = Math.floor(ordersLeft / (size.fairs - index));
    ordersLeft -= orders;
    const fair = makeFair(
      generator,
      { index, endDate, orders, size },
      { schools, devices, titles },
    );
    const outcome = sellAtFair(generator, fair, ownerId);
    addFair(
      generator,
      fair,
      { endDate, ownerId, adminId: admins[index % admins.length]! },
      outcome,
    );
    countUnits(units, fair, outcome);
    if (index % FAIRS_A_PORTION === FAIRS_A_PORTION - 1) {
      await tables.flush(client);
      if ((index + 1) % (FAIRS_A_PORTION * 10) === 0) say(`${index + 1} of ${size.fairs} fairs`);
    }
  }
  addBalances(generator, schools, devices);
  addTitles(generator, titles, units);
  await tables.flush(client);
  await addOfficeWork(client, ownerId, today);
}

/** Makes the fair at `index`, oldest first; schools, registers and titles take turns. */
function makeFair(
  { random, keys }: SeasonGenerator,
  { index, endDate, orders, size }: FairPlan,
  { schools, devices, titles }: FairSupply,
): SeasonFair {
  const school = schools[index % schools.length]!;
  const visit = String(Math.floor(index / schools.length) + 1).padStart(2, '0');
  const first = random.int(0, titles.length - 1);
  return {
    id: keys.next(Date.parse(endDate)),
    identifier: `${school.identifier}-25-${visit}`,
    school,
    device: devices[index % devices.length]!,
    startDate: addDays(endDate, 1 - FAIR_DAYS),
    days: FAIR_DAYS,
    taxRatePpm: [0, 60_000, 82_500, 88_750][index % 4]!,
    orders,
    titles: Array.from(
      { length: size.linesPerFair },
      (_, at) => titles[(first + at * 7) % titles.length]!,
    ),
    isClosedOut: size.fairs - 1 - index >= FAIRS_A_DAY * CLOSED_OUT_AFTER,
  };
}

/** Adds the units that left the warehouse for a fair, or because of it. */
function countUnits(units: UnitsByTitle, fair: SeasonFair, outcome: SoldOut): void {
  const add = (counts: Map<string, number>, titleId: string, count: number) =>
    counts.set(titleId, (counts.get(titleId) ?? 0) + count);
  for (const { id } of fair.titles)
    add(units.sent, id, fair.isClosedOut ? (outcome.soldByTitle.get(id) ?? 0) : SENT);
  for (const [id, count] of outcome.shippedByTitle) add(units.shipped, id, count);
  for (const [id, count] of outcome.toShipByTitle) add(units.waiting, id, count);
}

/** Adds the final balances of eWallets and the final order sequences of registers. */
function addBalances(
  { tables }: SeasonGenerator,
  schools: readonly SeasonSchool[],
  devices: readonly SeasonDevice[],
): void {
  for (const { students } of schools)
    for (const { id, walletId, balanceCents } of students)
      if (walletId) tables.of('wallets').add(walletId, id, balanceCents);
  for (const { id, sequence } of devices) tables.of('device_epochs').add(id, 1, sequence, sequence);
}
