import {
  putAwayNumber,
  type FairReturn,
  type NotOurs,
  type PutAwayKind,
  type ReturnCarton,
  type ReturnLine,
} from '@pos/contract/stock/warehouse/put-away';
import { sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Waiting and begun returns of one answer, and booked ones. */
const MAX_WAITING = 200;
const MAX_BOOKED = 50;

/** The end of fair `f`. Its day is at most one off the server's: few fairs need their clock. */
const hasEnded = sql<SqlBool>`
  f.end_date <= current_date + 1
    and (
      f.end_date < current_date - 1
        or f.end_date < (now() at time zone f.time_zone)::date
        or f.close_out_state = 'finished')`;
/** A line with units on hand that nobody has counted. */
const isNotCounted = sql<SqlBool>`counted_return_qty is null and on_hand > 0`;
/**
 * Condition of fair `f` with put-away `p`: the put-away is begun and not booked, or the fair has lines
 * that nobody has counted. Their fairs are few, and the index of such lines is asked for one fair after
 * the other.
 */
const isToPutAway = sql<SqlBool>`
  f.id = any(array(
    with recursive found (fair_id) as (
      (select fair_id from fair_lines where ${isNotCounted} order by fair_id limit 1)
      union all
      select (
        select l.fair_id
        from fair_lines l
        where l.fair_id > found.fair_id and ${isNotCounted}
        order by l.fair_id
        limit 1)
      from found
      where found.fair_id is not null)
    select fair_id from found
    union all
    select fair_id from put_aways where state = 'open'))
    and coalesce(p.state, 'open') = 'open'`;
/** The same of a fair that has ended or is closed out. */
export const isWaitingReturn = sql<SqlBool>`${isToPutAway} and ${hasEnded}`;

/**
 * Units expected of line `l` of fair `f`: those on hand; at a closed-out fair those that were when the
 * put-away counted the title (line `b` of the put-away), because booking took them off.
 */
const expected = sql`
  case f.close_out_state
    when 'finished' then coalesce(b.expected_qty, greatest(l.on_hand, 0))
    else greatest(l.on_hand, 0)
  end`;

const columns = sql`
  f.id as fair_id, f.identifier as number, f.name as fair_name, s.name as school_name, f.end_date,
  f.time_zone, f.close_out_state = 'finished' as is_closed_out, coalesce(p.state, 'waiting') as state,
  (
    select coalesce(sum(${expected}), 0)::bigint
    from fair_lines l
    left join put_away_lines b on b.fair_id = l.fair_id and b.title_id = l.title_id
    where l.fair_id = f.id) as expected_qty,
  scanned.good as good_qty, scanned.damaged as damaged_qty, scanned.not_ours as not_ours_qty,
  p.opened_by, p.opened_at, p.booked_by, p.booked_at`;
const scanned = sql`
  cross join lateral (
    select coalesce(sum(qty) filter (where kind = 'good'), 0)::bigint as good,
      coalesce(sum(qty) filter (where kind = 'damaged'), 0)::bigint as damaged,
      coalesce(sum(qty) filter (where kind = 'not_ours'), 0)::bigint as not_ours
    from put_away_scans
    where fair_id = f.id) scanned`;

const withNumber = (rows: FairReturn[]): FairReturn[] =>
  rows.map((row) => ({ ...row, number: putAwayNumber(row.number) }));

/** Returns that wait or are begun, oldest first, and then those booked last. */
export async function findReturns(db: Db): Promise<FairReturn[]> {
  const { rows } = await sql<FairReturn>`
    (
      select ${columns}
      from fairs f
      join schools s on s.id = f.school_id
      left join put_aways p on p.fair_id = f.id
      ${scanned}
      where ${isToPutAway} and (p.state = 'open' or ${hasEnded})
      order by f.end_date, f.id
      limit ${MAX_WAITING})
    union all
    (
      select ${columns}
      from put_aways p
      join fairs f on f.id = p.fair_id
      join schools s on s.id = f.school_id
      ${scanned}
      where p.state = 'booked'
      order by p.booked_at desc, f.id
      limit ${MAX_BOOKED})`.execute(db);
  return withNumber(rows);
}

export async function findReturn(db: Db, fairId: string): Promise<FairReturn | undefined> {
  const { rows } = await sql<FairReturn>`
    select ${columns}
    from fairs f
    join schools s on s.id = f.school_id
    left join put_aways p on p.fair_id = f.id
    ${scanned}
    where f.id = ${fairId}`.execute(db);
  return withNumber(rows)[0];
}

/** Titles that were scanned or counted, or one of them, the last scanned first. */
export async function findReturnLines(
  db: Db,
  fairId: string,
  titleId?: string,
): Promise<ReturnLine[]> {
  const { rows } = await sql<ReturnLine>`
    select t.id as title_id, t.sku, t.title, coalesce(s.good, 0) as good_qty,
      coalesce(s.damaged, 0) as damaged_qty,
      ${expected} as expected_qty,
      l.counted_return_qty as counted_qty, l.damaged_qty as counted_damaged_qty
    from (
      select title_id, coalesce(sum(qty) filter (where kind = 'good'), 0)::bigint as good,
        coalesce(sum(qty) filter (where kind = 'damaged'), 0)::bigint as damaged,
        max(at) as last_at
      from put_away_scans
      where fair_id = ${fairId}
        and kind <> 'not_ours'
        ${titleId === undefined ? sql`` : sql`and title_id = ${titleId}`}
      group by title_id
      ${titleId === undefined ? sql`having sum(qty) > 0` : sql``}) s
    full join (
      select *
      from put_away_lines
      where fair_id = ${fairId}
        ${titleId === undefined ? sql`` : sql`and title_id = ${titleId}`}) b
      on b.title_id = s.title_id
    join titles t on t.id = coalesce(s.title_id, b.title_id)
    join fair_lines l on l.fair_id = ${fairId} and l.title_id = t.id
    join fairs f on f.id = l.fair_id
    order by s.last_at desc nulls last, t.id`.execute(db);
  return rows;
}

/** Returns units that are not ours by title or code, without those taken off again. */
export async function findNotOurs(db: Db, fairId: string): Promise<NotOurs[]> {
  const { rows } = await sql<NotOurs>`
    select s.code, s.title_id, t.title, s.note, s.qty
    from (
      select title_id, code, max(note) as note, sum(qty)::bigint as qty, max(at) as last_at
      from put_away_scans
      where fair_id = ${fairId} and kind = 'not_ours'
      group by title_id, code
      having sum(qty) <> 0) s
    left join titles t on t.id = s.title_id
    order by s.last_at desc, s.code`.execute(db);
  return rows;
}

/** Cartons of a fair with the units put away from each. */
export async function findReturnCartons(db: Db, fairId: string): Promise<ReturnCarton[]> {
  const { rows } = await sql<ReturnCarton>`
    select c.id, c.code, c.label, c.status,
      coalesce(
        (
          select sum(qty)
          from put_away_scans s
          where s.fair_id = c.fair_id and s.carton_id = c.id and s.kind <> 'not_ours'), 0)::bigint as qty
    from cartons c
    where c.fair_id = ${fairId}`.execute(db);
  const inOrder = new Intl.Collator('en', { numeric: true });
  return rows.toSorted((one, other) => inOrder.compare(one.code, other.code));
}

/** Titles on hand that have neither a scan nor a count. */
export async function findNotScanned(
  db: Db,
  fairId: string,
): Promise<{ titleId: string; qty: number }[]> {
  const { rows } = await sql<{ titleId: string; qty: number }>`
    select l.title_id, l.on_hand as qty
    from fair_lines l
    where l.fair_id = ${fairId}
      and l.counted_return_qty is null
      and l.on_hand > 0
      and not exists (
        select
        from put_away_scans s
        where s.fair_id = l.fair_id and s.title_id = l.title_id and s.kind <> 'not_ours'
        having sum(s.qty) > 0)`.execute(db);
  return rows;
}

/** Keeps what is expected of these titles, which are counted now; another count replaces it. */
export async function keepPutAwayLineRows(
  tx: Tx,
  fairId: string,
  titleIds: readonly string[],
): Promise<void> {
  await sql`
    insert into put_away_lines (fair_id, title_id, expected_qty)
    select fair_id, title_id, greatest(on_hand, 0)
    from fair_lines
    where fair_id = ${fairId} and title_id = any (${titleIds}::uuid[])
    on conflict (fair_id, title_id) do update set expected_qty = excluded.expected_qty`.execute(tx);
}

/** Begins the put-away of a fair, unless it was begun. */
export async function openPutAwayRow(tx: Tx, fairId: string, by: string): Promise<void> {
  await tx
    .insertInto('putAways')
    .values({ fairId, openedBy: by, bookedBy: null, bookedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the put-away of a fair: `share` lets several people scan at once. */
export async function lockPutAway(
  tx: Tx,
  fairId: string,
  strength: 'share' | 'update',
): Promise<
  { state: 'open' | 'booked'; bookedBy: string | null; bookedAt: string | null } | undefined
> {
  return tx
    .selectFrom('putAways')
    .select(['state', 'bookedBy', 'bookedAt'])
    .where('fairId', '=', fairId)
    .$if(strength === 'share', (query) => query.forShare())
    .$if(strength === 'update', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

export async function setPutAwayStateRow(
  tx: Tx,
  fairId: string,
  state: 'open' | 'booked',
  by: string,
): Promise<void> {
  await tx
    .updateTable('putAways')
    .set(
      state === 'booked'
        ? { state, bookedBy: by, bookedAt: sql<string>`now()` }
        : { state, bookedBy: null, bookedAt: null },
    )
    .where('fairId', '=', fairId)
    .execute();
}

export type PutAwayScanRow = {
  id: string;
  fairId: string;
  titleId: string | null;
  cartonId: string | null;
  kind: PutAwayKind;
  code: string;
  qty: number;
  note: string;
  scannedBy: string;
};

/** Stores a scan. Returns false if it was stored before. */
export async function insertPutAwayScanRow(tx: Tx, scan: PutAwayScanRow): Promise<boolean> {
  const row = await tx
    .insertInto('putAwayScans')
    .values(scan)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findPutAwayScan(
  db: Db,
  id: string,
): Promise<Pick<PutAwayScanRow, 'fairId' | 'titleId' | 'kind' | 'code'> | undefined> {
  return db
    .selectFrom('putAwayScans')
    .select(['fairId', 'titleId', 'kind', 'code'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Units of a kind scanned so far of a title or, if it has none, of a code. */
export async function findScannedUnits(
  db: Db,
  { fairId, titleId, kind, code }: Pick<PutAwayScanRow, 'fairId' | 'titleId' | 'kind' | 'code'>,
): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(qty), 0)::bigint as units
    from put_away_scans
    where fair_id = ${fairId}
      and kind = ${kind}
      and title_id is not distinct from ${titleId}::uuid
      and code = ${code}`.execute(db);
  return rows[0]!.units;
}

/**
 * Carton of which units of a kind were scanned last, and not taken off again: those that are taken
 * off now leave it. Null if they had no carton.
 */
export async function findLastCarton(
  db: Db,
  {
    fairId,
    titleId,
    kind,
    code,
    qty,
  }: Omit<PutAwayScanRow, 'id' | 'cartonId' | 'note' | 'scannedBy'>,
): Promise<string | null> {
  const { rows } = await sql<{ cartonId: string | null }>`
    select carton_id
    from put_away_scans
    where fair_id = ${fairId}
      and kind = ${kind}
      and title_id is not distinct from ${titleId}::uuid
      and code = ${code}
    group by carton_id
    having sum(qty) >= ${-qty}::int
    order by max(at) desc
    limit 1`.execute(db);
  return rows[0]?.cartonId ?? null;
}

/** Name of the fair of a carton, if the admin works there. */
export async function findFairOfCarton(
  tx: Tx,
  adminId: string | null,
  code: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select f.name
    from cartons c
    join fairs f on f.id = c.fair_id
    where lower(c.code) = lower(${code.trim()})
      and not exists (
        select
        from admins a
        where a.id = ${adminId} and a.is_limited and f.id <> all(person_fairs(a.id)))`.execute(tx);
  return rows[0]?.name;
}

/** A line of the fair, if it ever had the title; `isCounted` by hand, file or booking. */
export function findReturnable(
  db: Db,
  fairId: string,
  titleId: string,
): Promise<{ title: string; lineId: string | null; countedReturnQty: number | null } | undefined> {
  return db
    .selectFrom('titles')
    .leftJoin('fairLines', (join) =>
      join.onRef('fairLines.titleId', '=', 'titles.id').on('fairLines.fairId', '=', fairId),
    )
    .select(['titles.title', 'fairLines.id as lineId', 'fairLines.countedReturnQty'])
    .where('titles.id', '=', titleId)
    .executeTakeFirst();
}
