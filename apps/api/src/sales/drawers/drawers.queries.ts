import type { DrawerDay, DrawerEntry } from '@pos/contract/sales/drawers/drawers';
import type { Day, Instant } from '@pos/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';

/** Returns the hash of a stored entry's content, or undefined. */
export async function findEntryHash(tx: Tx, id: string): Promise<Buffer | undefined> {
  const entry = await tx
    .selectFrom('drawerEntries')
    .select('bodyHash')
    .where('id', '=', id)
    .executeTakeFirst();
  return entry?.bodyHash;
}

/** Returns the names of people whom entries name: admins, and cashiers of the fair. */
export async function findPeopleNames(
  db: Db,
  fairId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, first_name || ' ' || last_name as name from admins where id = any(${ids}::uuid[])
    union all
    select id, name from cashiers where id = any(${ids}::uuid[]) and fair_id = ${fairId}`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type EntryRow = {
  fairId: string;
  deviceId: string;
  businessDay: Day;
  at: Instant;
  enteredBy: string;
  bodyHash: Buffer;
};

/** Inserts an entry, with the close-out in force. The fair is locked against another one. */
export async function insertEntryRow(tx: Tx, entry: DrawerEntry, row: EntryRow): Promise<void> {
  await tx
    .insertInto('drawerEntries')
    .values({
      ...row,
      ...(entry.kind === 'count' ? toCount(entry) : { amountCents: entry.amountCents }),
      id: entry.clientEntryId,
      kind: entry.kind,
      reason: entry.reason ?? '',
      closeOutId: sql`(select id from standing_close_outs where fair_id = ${row.fairId})`,
    })
    .execute();
}

const toCount = (count: Extract<DrawerEntry, { kind: 'count' }>) => ({
  amountCents: count.cashCents,
  pieces: count.pieces ? JSON.stringify(count.pieces) : null,
  checkCents: count.checkCents,
  checks: count.checks,
  expectedCents: count.expectedCashCents,
  expectedCheckCents: count.expectedCheckCents,
  secondPerson: count.secondPerson,
});

/** Sums of the moves of a drawer. */
export const MOVES = sql`
  coalesce(sum(amount_cents) filter (where kind = 'float_in'), 0)::bigint as float_in_cents,
  coalesce(sum(amount_cents) filter (where kind = 'float_out'), 0)::bigint as float_out_cents,
  coalesce(sum(amount_cents) filter (where kind = 'to_safe'), 0)::bigint as to_safe_cents,
  coalesce(sum(amount_cents) filter (where kind = 'pay_out'), 0)::bigint as paid_out_cents`;

/**
 * Returns the drawers of a fair by day and register, with their moves and last counts; also of
 * registers that only sold.
 */
export async function findDrawerDays(
  db: Db,
  fairId: string,
): Promise<(DrawerDay & { businessDay: Day })[]> {
  const { rows } = await sql<DrawerDay & { businessDay: Day }>`
    select
      at_work.business_day,
      d.device_id,
      d.name as device_name,
      ${MOVES},
      coalesce(
        json_agg(
          json_build_object(
            'id', e.id, 'kind', e.kind, 'amountCents', e.amount_cents, 'reason', e.reason,
            'enteredBy', e.entered_by, 'at', ${asInstant(sql`e.at`)})
          order by e.at, e.seq)
          filter (where e.kind <> 'count'),
        '[]') as moves,
      (
        array_agg(
          json_build_object(
            'cashCents', e.amount_cents,
            'cashVarianceCents', e.amount_cents - e.expected_cents,
            'checkCents', e.check_cents,
            'checks', e.checks,
            'checkVarianceCents', e.check_cents - e.expected_check_cents,
            'countedBy', e.entered_by,
            'secondPerson', e.second_person,
            'reason', e.reason,
            'at', ${asInstant(sql`e.at`)})
          order by e.at desc, e.seq desc)
          filter (where e.kind = 'count'))[1] as count
    from (
      select business_day, device_id from standing_drawer_entries where fair_id = ${fairId}
      union
      select business_day, device_id
      from orders
      where fair_id = ${fairId} and voided_by_reset_id is null) at_work
    join devices d on d.id = at_work.device_id
    left join standing_drawer_entries e
      on e.fair_id = ${fairId}
      and e.device_id = at_work.device_id
      and e.business_day = at_work.business_day
    group by at_work.business_day, d.id
    order by at_work.business_day, d.device_id`.execute(db);
  return rows;
}

/** A moment in JSON as rows have it. */
const asInstant = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
