import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import pg from 'pg';
import { SUPERUSER, connectionString } from '@pos/api/db/embedded/cluster.ts';
import { DATABASE } from '@pos/api/db/embedded/database.ts';
import { readRecord } from '@pos/api/db/embedded/record.ts';
import { startEmbeddedPostgres } from '@pos/api/db/embedded/supervisor.ts';
import { openDb } from '@pos/api/db/db.ts';
import { migrate } from '@pos/api/db/migrate.ts';
import { ensureOwner } from '@pos/api/features/auth/owner.ts';
import { addDays } from '@pos/api/time/days.ts';
import { TRIAL_OWNER } from '../../product/product.ts';
import { Random } from '../../simulator/random.ts';
import { titlesOf, type SeasonTitle } from './catalogue.ts';
import {
  sellAtFair,
  type SeasonDevice,
  type SeasonFair,
  type SeasonSchool,
  type SoldOut,
} from './fair-days.ts';
import { Keys } from './keys.ts';
import { dropIndexes, SeasonTables, vacuum } from './tables.ts';

/**
 * Size of a season: everything but the titles grows with the orders, at the same number of fairs a
 * week.
 */
export type SeasonSize = {
  orders: number;
  fairs: number;
  schools: number;
  studentsPerSchool: number;
  titles: number;
  linesPerFair: number;
};

/**
 * Returns the size of a season by its orders; 1,000,000 mean 4,000 fairs at 2,000 schools with
 * 300,000 students and 1.2 million lines of fair inventory.
 */
export function sizeOf(orders: number): SeasonSize {
  const fairs = Math.max(2, Math.round(orders / 250));
  return {
    orders,
    fairs,
    schools: Math.ceil(fairs / 2),
    studentsPerSchool: 150,
    titles: 3_000,
    linesPerFair: 300,
  };
}

/** Number of users at any size; they take turns being responsible for fairs. */
const USERS = 100;
const FAIRS_A_DAY = 16;
const FAIR_DAYS = 5;
/** Number of days after a fair's end until its close-out. */
const CLOSED_OUT_AFTER = 3;
const SENT = 20;
const SUPPLIED = 200_000;
const FAIRS_A_PORTION = 40;
const ZONES = [
  ['America/New_York', 4, 'NY'],
  ['America/Chicago', 5, 'TX'],
  ['America/Denver', 6, 'CO'],
  ['America/Los_Angeles', 7, 'WA'],
] as const;
const FIRST_NAMES = [
  'Ada',
  'Beau',
  'Cora',
  'Dario',
  'Elsie',
  'Finn',
  'Greta',
  'Hugo',
  'Isla',
  'Jonas',
  'Kaia',
  'Leif',
  'Mina',
  'Nico',
  'Oona',
  'Percy',
  'Quinn',
  'Remy',
  'Sana',
  'Theo',
  'Uma',
  'Viggo',
  'Willa',
  'Xavi',
  'Yara',
  'Zeke',
];
const LAST_NAMES = [
  'Amber',
  'Birch',
  'Cottle',
  'Dun',
  'Esk',
  'Fenni',
  'Garrow',
  'Hollin',
  'Ingle',
  'Jessa',
  'Kettle',
  'Linden',
  'Marrow',
  'Nettle',
  'Ox',
  'Penny',
  'Quill',
  'Rush',
  'Silver',
  'Tamber',
  'Under',
  'Vant',
  'Wex',
  'Yar',
];
const ENDINGS = [
  'gate',
  'hall',
  'stone',
  'moor',
  'ridge',
  'more',
  'by',
  'shed',
  'mere',
  'mine',
  'wick',
  'thorpe',
];

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
        throw new Error(
          `${dataDir} already contains a database. Pass an empty folder with --data.`,
        );
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
  await client.query('select recount_sales(), recount_students()');
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
  const keys = new Keys(1);
  const tables = new SeasonTables();
  const titles = titlesOf(size.titles, random, keys);
  const users = addUsers(tables, keys);
  const devices = addDevices(Math.min(size.fairs, FAIRS_A_DAY * FAIR_DAYS * 2), tables, keys);
  const schools = Array.from({ length: size.schools }, (_, index) =>
    addSchool(index, size, tables, random, keys),
  );
  const sent = new Map<string, number>();
  const shipped = new Map<string, number>();
  const waiting = new Map<string, number>();
  const today = new Date().toISOString().slice(0, 10);
  let ordersLeft = size.orders;

  // Oldest first, so that the newest rows are adjacent, as in a real season.
  for (let index = 0; index < size.fairs; index++) {
    const place = size.fairs - 1 - index;
    const endDate = addDays(today, -Math.floor(place / FAIRS_A_DAY));
    const school = schools[index % schools.length]!;
    const orders = Math.floor(ordersLeft / (size.fairs - index));
    ordersLeft -= orders;
    const first = random.int(0, titles.length - 1);
    const fair: SeasonFair = {
      id: keys.next(Date.parse(endDate)),
      identifier: `${school.identifier}-25-${String(Math.floor(index / schools.length) + 1).padStart(2, '0')}`,
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
    };
    const isFinished = place >= FAIRS_A_DAY * CLOSED_OUT_AFTER;
    const outcome = sellAtFair(fair, isFinished, ownerId, tables, random, keys);
    addFair(
      fair,
      { endDate, ownerId, adminId: users[index % users.length]!, isFinished },
      outcome,
      tables,
      keys,
    );
    for (const { id } of fair.titles)
      sent.set(id, (sent.get(id) ?? 0) + (isFinished ? (outcome.soldByTitle.get(id) ?? 0) : SENT));
    for (const [titleId, units] of outcome.shippedByTitle)
      shipped.set(titleId, (shipped.get(titleId) ?? 0) + units);
    for (const [titleId, units] of outcome.toShipByTitle)
      waiting.set(titleId, (waiting.get(titleId) ?? 0) + units);
    if (index % FAIRS_A_PORTION === FAIRS_A_PORTION - 1) {
      await tables.flush(client);
      if ((index + 1) % (FAIRS_A_PORTION * 10) === 0) say(`${index + 1} of ${size.fairs} fairs`);
    }
  }
  for (const school of schools)
    for (const { id, walletId, balanceCents } of school.students)
      if (walletId) tables.of('wallets').add(walletId, id, balanceCents);
  for (const { id, sequence } of devices) tables.of('device_epochs').add(id, 1, sequence, sequence);
  addTitles(titles, { sent, shipped, waiting }, tables, keys);
  await tables.flush(client);
}

function addUsers(tables: SeasonTables, keys: Keys): string[] {
  const roleId = keys.next(1);
  tables.of('roles').add(roleId, 'Fair manager', 'Looks after fairs.');
  return Array.from({ length: USERS }, (_, index) => {
    const id = keys.next(1);
    tables
      .of('admins')
      .add(
        id,
        FIRST_NAMES[index % 26]!,
        LAST_NAMES[index % 24]!,
        `user${index + 1}@season.example.com`,
        true,
        index % 3 === 0 ? null : '3125550142',
        roleId,
      );
    return id;
  });
}

function addDevices(count: number, tables: SeasonTables, keys: Keys): SeasonDevice[] {
  return Array.from({ length: count }, (_, index) => {
    const device = { id: keys.next(1), sequence: 0 };
    tables
      .of('devices')
      .add(
        device.id,
        `POS-${String(index + 1).padStart(4, '0')}`,
        `Register ${index + 1}`,
        '2024-08-01',
        '2028-08-01',
        1 + (index % 4),
        new Date().toISOString(),
        new Date().toISOString(),
      );
    return device;
  });
}

function addSchool(
  index: number,
  size: SeasonSize,
  tables: SeasonTables,
  random: Random,
  keys: Keys,
): SeasonSchool {
  const [timeZone, behind, state] = ZONES[index % ZONES.length]!;
  const identifier = `SEA${String(index + 1).padStart(4, '0')}`;
  const name = `${LAST_NAMES[index % 24]}${ENDINGS[Math.floor(index / 24) % 12]} Elementary School ${Math.floor(index / 288) + 1}`;
  const school: SeasonSchool = {
    id: keys.next(2),
    identifier,
    name,
    timeZone,
    behind,
    students: [],
  };
  tables
    .of('schools')
    .add(
      school.id,
      identifier,
      name,
      `${index + 1} School Street`,
      'Fairview',
      state,
      '12345',
      '',
      timeZone,
      size.studentsPerSchool,
      '',
      '',
    );
  for (let number = 1; number <= size.studentsPerSchool; number++) {
    const student = {
      id: keys.next(3),
      walletId: number % 3 === 0 ? keys.next(4) : null,
      balanceCents: 0,
    };
    tables
      .of('students')
      .add(
        student.id,
        school.id,
        `${identifier}-${String(number).padStart(4, '0')}`,
        random.pick(FIRST_NAMES),
        `${random.pick(LAST_NAMES)}${random.pick(ENDINGS)}`,
        String(1 + (number % 5)),
        `Ms. ${LAST_NAMES[number % 24]}`,
      );
    if (student.walletId) {
      student.balanceCents = random.int(1, 10) * 1_000;
      tables
        .of('wallet_entries')
        .add(
          keys.next(5),
          student.walletId,
          'top_up',
          student.balanceCents,
          student.balanceCents,
          null,
          `season:${student.walletId}`,
          '2025-01-02',
          'Season',
        );
    }
    school.students.push(student);
  }
  return school;
}

type Ending = { endDate: string; ownerId: string; adminId: string; isFinished: boolean };

/** Adds a fair with its stock; at a finished fair everything left was counted and returned. */
function addFair(
  fair: SeasonFair,
  { endDate, ownerId, adminId, isFinished }: Ending,
  outcome: SoldOut,
  tables: SeasonTables,
  keys: Keys,
): void {
  const { id, identifier, school, device, startDate, taxRatePpm, orders } = fair;
  const closeOutId = isFinished ? keys.next(9) : null;
  tables
    .of('fairs')
    .add(
      id,
      identifier,
      school.id,
      `Book fair at ${school.name}`,
      'Library',
      startDate,
      endDate,
      school.timeZone,
      taxRatePpm,
      adminId,
      3,
      isFinished ? 'finished' : 'open',
      orders,
      outcome.netCents,
      1,
    );
  tables.of('fair_tax_rates').add(id, taxRatePpm);
  tables.of('fair_device_counters').add(id, device.id, 'A', orders);
  if (closeOutId) addCloseOut(closeOutId, fair, { endDate, ownerId }, outcome, tables);
  for (const title of fair.titles) {
    const sold = outcome.soldByTitle.get(title.id) ?? 0;
    tables
      .of('fair_lines')
      .add(
        keys.next(6),
        id,
        title.id,
        title.priceCents,
        SENT,
        sold,
        closeOutId ? SENT - sold : null,
        closeOutId ? SENT - sold : 0,
      );
    tables.of('fair_line_prices').add(id, title.id, title.priceCents);
    tables
      .of('stock_movements')
      .add(
        keys.next(7),
        title.id,
        SENT,
        'warehouse',
        null,
        'fair',
        id,
        'sent',
        'upload',
        null,
        'Season',
      );
    if (closeOutId && sold < SENT)
      tables
        .of('stock_movements')
        .add(
          keys.next(7),
          title.id,
          SENT - sold,
          'fair',
          id,
          'warehouse',
          null,
          'returned',
          'close_out',
          closeOutId,
          'Season',
        );
  }
}

/**
 * Adds a close-out with the part of its snapshot that invariants compare: number and sum of orders.
 */
function addCloseOut(
  id: string,
  fair: SeasonFair,
  { endDate, ownerId }: Pick<Ending, 'endDate' | 'ownerId'>,
  { netCents, orders }: SoldOut,
  tables: SeasonTables,
): void {
  const snapshot = JSON.stringify({ number: 1, summary: { totals: { netCents } }, orders });
  const sha256 = createHash('sha256').update(snapshot).digest('hex');
  tables
    .of('close_outs')
    .add(
      id,
      fair.id,
      1,
      'cash',
      250_000,
      Math.round(Math.max(netCents, 0) / 4),
      snapshot,
      `\\\\x${sha256}`,
      `${addDays(endDate, 1)}T20:00:00Z`,
      ownerId,
      'Season',
    );
}

function addTitles(
  titles: readonly SeasonTitle[],
  { sent, shipped, waiting }: Record<'sent' | 'shipped' | 'waiting', Map<string, number>>,
  tables: SeasonTables,
  keys: Keys,
): void {
  for (const { id, sku, isbn13, title, author, category, priceCents, taxable } of titles) {
    const left = SUPPLIED - (sent.get(id) ?? 0) - (shipped.get(id) ?? 0);
    tables
      .of('titles')
      .add(
        id,
        sku,
        isbn13,
        title,
        author,
        category,
        priceCents,
        taxable,
        left,
        waiting.get(id) ?? 0,
      );
    tables
      .of('stock_movements')
      .add(
        keys.next(8),
        id,
        SUPPLIED,
        'supplier',
        null,
        'warehouse',
        null,
        'sync',
        'sync',
        null,
        'Season',
      );
  }
}
