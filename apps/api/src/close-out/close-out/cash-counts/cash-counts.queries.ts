import type {
  CashCount,
  FloatCount,
  NewCashCount,
  NewFloatCount,
} from '@pos/contract/close-out/cash-counts';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';

export async function insertCashCountRow(
  tx: Tx,
  actor: Actor,
  { note, ...count }: NewCashCount,
): Promise<void> {
  await tx
    .insertInto('cashCounts')
    .values({ ...count, id: uuidv7(), note: note ?? '', enteredBy: actor.name })
    .execute();
}

/** Returns every count of a fair, newest first. `stands` marks the count in effect for its day. */
export async function cashCountRows(
  db: Db,
  fairId: string,
): Promise<(CashCount & { businessDay: string; stands: boolean })[]> {
  const { rows } = await sql<CashCount & { businessDay: string; stands: boolean }>`
    select c.id, c.business_day, c.cash_cents, c.check_cents, c.checks, c.counted_by,
      c.second_person, c.note, c.entered_by, c.at,
      exists (select from standing_cash_counts s where s.id = c.id) as stands
    from cash_counts c
    where c.fair_id = ${fairId}
    order by c.seq desc`.execute(db);
  return rows;
}

export async function insertFloatCountRow(
  tx: Tx,
  actor: Actor,
  { note, ...count }: NewFloatCount,
): Promise<void> {
  await tx
    .insertInto('floatCounts')
    .values({ ...count, id: uuidv7(), note: note ?? '', enteredBy: actor.name })
    .execute();
}

/** Returns the float counts of a fair in effect: one per day and direction. */
export async function standingFloatRows(
  db: Db,
  fairId: string,
): Promise<(FloatCount & { businessDay: string; direction: 'in' | 'out' })[]> {
  const { rows } = await sql<FloatCount & { businessDay: string; direction: 'in' | 'out' }>`
    select business_day, direction, amount_cents, counted_by, second_person, note, entered_by, at
    from standing_float_counts
    where fair_id = ${fairId}`.execute(db);
  return rows;
}
