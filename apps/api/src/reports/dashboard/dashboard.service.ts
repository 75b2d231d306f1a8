import {
  BLOCK_NAMES,
  DASHBOARD_DAYS,
  FAILED_DAYS,
  MAX_DAYS,
  MAX_FAIR_DAYS,
  opensBlock,
  RECEIPT_OPEN_DAYS,
  STARTING_WITHIN_DAYS,
  type Dashboard,
  type DashboardBlock,
  type DashboardQuery,
} from '@pos/contract/reports/dashboard';
import { holds } from '@pos/contract/permissions';
import type { Day } from '@pos/contract/values';
import { addDays, daysBetween } from '@pos/contract/values/days';
import type { Db } from '#api/db/db.ts';
import { isReplicaTrouble } from '#api/db/replica/replica-position.ts';
import { isRouted } from '#api/db/replica/routed-pool.ts';
import { inSnapshot, planOnce } from '#api/db/snapshot.ts';
import { fairSpan } from '#api/reports/reports/fair-summary.service.ts';
import { findWarehouseWork } from '#api/stock/warehouse/waiting.service.ts';
import { readFairsStarting } from '#api/fairs/fairs/readiness.service.ts';
import {
  daysOver,
  salesByHour,
  salesOver,
  topTitles,
  toTenders,
  type SalesDays,
} from '#api/reports/reports/sales-by-period.service.ts';
import { salesLastTime } from '#api/reports/reports/sales-last-time.service.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { currentLog } from '#api/http/log.ts';
import {
  aveDollarRow,
  fairCountsRow,
  fairDaysRow,
  heldOrdersRow,
  liveFairRows,
  missingCartonRows,
  overdueRows,
  paymentsRow,
  placeRow,
  staleDeviceRows,
  stockFairRows,
  stockRestRow,
  walletRow,
  warrantiesEndingRow,
} from './dashboard.queries.ts';

const TOP_TITLES = 10;

/** Blocks read at once, each on a connection of its own. */
const BLOCKS_AT_ONCE = 2;

type DashboardContext = {
  which: { fairId?: string | undefined; schoolId?: string | undefined };
  today: Day;
  from: Day;
  to: Day;
  admin: SignedInAdmin;
  /** Sales of the days, read by the first block that needs them: all show the same. */
  salesDays: (db: Db) => Promise<SalesDays>;
};
type Good<Name extends DashboardBlock> = Exclude<NonNullable<Dashboard[Name]>, { error: string }>;
type Blocks = {
  [Name in DashboardBlock]: (db: Db, asked: DashboardContext) => Promise<Good<Name>>;
};

/** The slowest come first, so that both connections are done at about the same time. */
const BLOCKS: Blocks = {
  lastTime,
  titles,
  sales,
  tenders,
  payments,
  devices,
  stock,
  liabilities,
  fairs,
  warehouse,
};

/**
 * Reads the blocks that the caller may read, two at a time. A failed block reports its error in place;
 * the call fails only if all of them do (domain 6).
 */
export async function readDashboard(
  db: Db,
  admin: SignedInAdmin,
  query: DashboardQuery,
): Promise<Dashboard> {
  const { fairId, schoolId, only } = query;
  const which = { fairId, schoolId };
  const place = await placeRow(db, which);
  const { range, ...days } = await daysToShow(db, query, place.today);
  const names = (Object.keys(BLOCKS) as DashboardBlock[]).filter(
    (name) => (!only || only.includes(name)) && opensBlock(admin.rights, name),
  );
  const read = new Map<DashboardBlock, unknown>();
  const errors: unknown[] = [];
  let readDays: Promise<SalesDays> | undefined;
  const salesDays = (snapshot: Db) => (readDays ??= daysOver(snapshot, which, days.from, days.to));
  const asked: DashboardContext = { which, today: place.today, ...days, admin, salesDays };
  const waiting = [...names];
  const failed = (name: DashboardBlock, error: unknown) => {
    // The whole call is repeated on the primary.
    if (isRouted() && isReplicaTrouble(error)) throw error;
    errors.push(error);
    read.set(name, { error: 'This part could not be loaded. Try again.' });
  };
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      await readBlocks(db, asked, name, { waiting, read, failed });
  };
  await Promise.all(Array.from({ length: BLOCKS_AT_ONCE }, lane));
  if (errors.length > 0 && errors.length === names.length) throw errors[0];
  for (const error of errors)
    currentLog().warn({ err: error }, 'a part of the dashboard was not loaded');
  // The order of the answer does not depend on which block was read first.
  const shown = BLOCK_NAMES.filter((name) => read.has(name));
  return {
    ...place,
    ...days,
    range,
    ...Object.fromEntries(shown.map((name) => [name, read.get(name)])),
  };
}

/** Blocks that still wait, those that were read, and what happens to one that fails. */
type Reading = {
  waiting: DashboardBlock[];
  read: Map<DashboardBlock, unknown>;
  failed: (name: DashboardBlock, error: unknown) => void;
};

/**
 * Reads `first` and then the blocks that still wait, in one snapshot, which ends with the first block
 * that fails. A block slower than the pool's limit of a statement fails alone (trust.md, rule 7).
 */
async function readBlocks(
  db: Db,
  asked: DashboardContext,
  first: DashboardBlock,
  { waiting, read, failed }: Reading,
): Promise<void> {
  let name = first;
  try {
    await inSnapshot(db, null, async (snapshot) => {
      await planOnce(snapshot);
      for (let next: DashboardBlock | undefined = first; next; next = waiting.shift()) {
        name = next;
        read.set(name, await BLOCKS[name](snapshot, asked));
      }
    });
  } catch (error) {
    failed(name, error);
  }
}

/**
 * Returns the days of a query. Without any, they are those of the live fairs up to today, or all with
 * transactions of the one fair that is asked for; else the last days.
 */
async function daysToShow(
  db: Db,
  { fairId, schoolId, from, to, days }: DashboardQuery,
  today: Day,
): Promise<Pick<Dashboard, 'from' | 'to' | 'range'>> {
  if (from && to) return { from, to, range: 'given' };
  const last = (count: number, end = today) => ({ from: addDays(end, 1 - count), to: end });
  if (days) return { ...last(days), range: 'days' };
  const fairDays = await fairDaysRow(db, { fairId, schoolId });
  if (!fairDays) return { ...last(DASHBOARD_DAYS), range: 'days' };
  const span = fairId === undefined ? undefined : await fairSpan(db, fairId);
  const start = earliest(fairDays.startDate, span?.firstDay);
  const end = latest(earliest(fairDays.endDate, today), span?.lastDay);
  const most = fairId === undefined ? MAX_FAIR_DAYS : MAX_DAYS;
  const count = Math.min(daysBetween(start, end) + 1, most);
  return { ...last(count, end), range: 'fairs' };
}

const earliest = (one: Day, other: Day = one) => (other < one ? other : one);
const latest = (one: Day, other: Day = one) => (other > one ? other : one);

async function sales(
  db: Db,
  { which, from, to, salesDays }: DashboardContext,
): Promise<Good<'sales'>> {
  const range = { startDate: from, endDate: to };
  const { days, ...current } = await salesOver(db, which, range, await salesDays(db));
  const known = new Map(days.map((day) => [day.day, day]));
  const byDay = Array.from({ length: daysBetween(from, to) + 1 }, (_one, index) =>
    addDays(from, index),
  ).map((day) => known.get(day) ?? { day, orders: 0, netCents: 0 });
  return {
    current,
    byDay,
    byHour: from === to ? await salesByHour(db, which, from) : null,
  };
}

async function lastTime(
  db: Db,
  { which, from, to, today }: DashboardContext,
): Promise<Good<'lastTime'>> {
  return salesLastTime(db, which, { from, to, today });
}

async function tenders(db: Db, { salesDays }: DashboardContext): Promise<Good<'tenders'>> {
  const { totalCents, uncollectedCents, methods } = toTenders(await salesDays(db));
  const collected = totalCents - uncollectedCents;
  const withPercent = methods.map((one) => ({
    ...one,
    percent: collected <= 0 ? null : Math.round((one.netCents * 1_000) / collected) / 10,
  }));
  return {
    totalCents,
    uncollectedCents,
    methods: withPercent.sort(
      (one, other) => other.netCents - one.netCents || one.method - other.method,
    ),
  };
}

async function payments(db: Db, { which, today }: DashboardContext): Promise<Good<'payments'>> {
  const failedSince = addDays(today, 1 - FAILED_DAYS);
  return {
    underReview: await paymentsRow(db, which, 'under_review'),
    failed: await paymentsRow(db, which, 'failed', failedSince),
    failedSince,
    heldOrders: await heldOrdersRow(db, which),
  };
}

async function devices(db: Db, { which }: DashboardContext): Promise<Good<'devices'>> {
  return {
    stale: await staleDeviceRows(db, which),
    warrantiesEnding: await warrantiesEndingRow(db),
  };
}

async function stock(db: Db, { which }: DashboardContext): Promise<Good<'stock'>> {
  const rows = await stockFairRows(db, which);
  const sum = (getValue: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + getValue(row), 0);
  return {
    lastCopyTitles: sum((row) => row.lastCopyTitles),
    soldOutTitles: sum((row) => row.soldOutTitles),
    fairs: rows,
    missing: await missingCartonRows(db, which),
    ...(await stockRestRow(db, which)),
  };
}

async function liabilities(
  db: Db,
  { which, admin: { rights } }: DashboardContext,
): Promise<Good<'liabilities'>> {
  return {
    eWalletCents: holds(rights, 'Students', 'read_only') ? await walletRow(db, which) : null,
    aveDollarCents: holds(rights, 'Fairs', 'read_only') ? await aveDollarRow(db, which) : null,
  };
}

async function titles(db: Db, { which, from, to }: DashboardContext): Promise<Good<'titles'>> {
  return { rows: await topTitles(db, which, from, to, TOP_TITLES) };
}

async function fairs(db: Db, { which }: DashboardContext): Promise<Good<'fairs'>> {
  return {
    ...(await fairCountsRow(db, which)),
    liveFairs: await liveFairRows(db, which),
    overdue: await overdueRows(db, which),
    nextFairs: await readFairsStarting(db, which, STARTING_WITHIN_DAYS),
  };
}

async function warehouse(db: Db): Promise<Good<'warehouse'>> {
  return findWarehouseWork(db, RECEIPT_OPEN_DAYS);
}
