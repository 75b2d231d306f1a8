import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import type { SalesSummaryTotals } from '@pos/contract/reports/sales-summary/sales-summary';
import type { CashControl } from '@pos/contract/reports/sales-summary/settlement';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

/** A stored close-out with its snapshot, and its reversal if any. */
export type StoredCloseOut = {
  id: string;
  snapshot: CloseOutSnapshot;
  sha256: string;
  revertedAt: string | null;
  revertedBy: string | null;
  revertReason: string | null;
};

/** Returns every close-out of a fair, newest first. */
export async function closeOutRows(db: Db, fairId: string): Promise<StoredCloseOut[]> {
  const { rows } = await sql<Omit<StoredCloseOut, 'snapshot'> & { snapshotText: string }>`
    select c.id, c.snapshot::text as snapshot_text, encode(c.snapshot_sha256, 'hex') as sha256,
      r.reverted_at, r.reverted_by_name as reverted_by, r.reason as revert_reason
    from close_outs c
    left join close_out_reversals r on r.close_out_id = c.id
    where c.fair_id = ${fairId}
    order by c.number desc`.execute(db);
  // Read as text, because the keys of the snapshot belong to the contract and are not columns.
  return rows.map(({ snapshotText, ...row }) => ({
    ...row,
    snapshot: asToday(JSON.parse(snapshotText) as CloseOutSnapshot),
  }));
}

/** Fields of close-outs from before cash was rounded. */
const UNROUNDED = { cashRoundingCents: 0 };
const UNROUNDED_LINES = { roundingCents: 0 };

const withRounding = (cashControl: CashControl): CashControl => ({
  ...cashControl,
  cashLines: cashControl.cashLines && { ...UNROUNDED_LINES, ...cashControl.cashLines },
});

/**
 * Completes a snapshot made before checks were compared by number, cash line by line, reports had
 * filters and schools, and cash was rounded. Signed values stay unchanged.
 */
function asToday(snapshot: CloseOutSnapshot): CloseOutSnapshot {
  const without = {
    expectedCheckCount: null,
    countedCheckCount: null,
    checkCountVariance: null,
    cashLines: null,
    floatInCents: null,
    floatOutCents: null,
  };
  const complete = <Part extends Pick<SalesSummaryTotals, 'cashControl' | 'settlement'>>(
    part: Part,
  ): Part => ({
    ...part,
    cashControl: part.cashControl && withRounding({ ...without, ...part.cashControl }),
    settlement: part.settlement && { ...UNROUNDED, ...part.settlement },
  });
  const unfiltered: Partial<typeof snapshot.summary> = {
    filters: { region: null, admin: null, season: null },
    schools: null,
  };
  const { summary } = snapshot;
  return {
    ...snapshot,
    summary: {
      ...unfiltered,
      ...summary,
      rows: summary.rows.map(complete),
      totals: complete(summary.totals),
    },
  };
}

/** Returns the close-out in effect, with the data needed to revert it. */
export async function standingCloseOut(
  db: Db,
  fairId: string,
): Promise<{ id: string; number: number; profitOption: string; profitCents: number } | undefined> {
  const { rows } = await sql<{
    id: string;
    number: number;
    profitOption: string;
    profitCents: number;
  }>`
    select id, number, profit_option, profit_cents
    from standing_close_outs
    where fair_id = ${fairId}`.execute(db);
  return rows[0];
}

/** Returns the remaining amounts of each order that reports count, keyed by order number. */
export async function snapshotOrderRows(
  db: Db,
  fairId: string,
): Promise<CloseOutSnapshot['orders']> {
  const { rows } = await sql<CloseOutSnapshot['orders'][number]>`
    select order_number, subtotal_cents - refunded_net_cents as net_cents,
      tax_cents - refunded_tax_cents as tax_cents,
      total_cents - refunded_net_cents - refunded_tax_cents as total_cents
    from orders
    where fair_id = ${fairId}
      and status in ('completed', 'partially_refunded', 'refunded')
      and voided_by_reset_id is null
    order by order_number`.execute(db);
  return rows;
}

/** Returns the counts in effect for the fair's days. */
export async function standingCountRows(
  db: Db,
  fairId: string,
): Promise<CloseOutSnapshot['cashCounts']> {
  const { rows } = await sql<CloseOutSnapshot['cashCounts'][number]>`
    select business_day, cash_cents, check_cents, checks, counted_by, second_person, note
    from standing_cash_counts
    where fair_id = ${fairId}
    order by business_day`.execute(db);
  return rows;
}

/** Returns the number of a fair's next close-out. The fair must be locked. */
export async function nextNumber(tx: Tx, fairId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('closeOuts')
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .where('fairId', '=', fairId)
    .executeTakeFirstOrThrow();
  return last + 1;
}

export async function insertCloseOutRow(
  tx: Tx,
  row: Insertable<Schema['closeOuts']>,
): Promise<void> {
  await tx.insertInto('closeOuts').values(row).execute();
}

export async function insertReversalRow(
  tx: Tx,
  row: Insertable<Schema['closeOutReversals']>,
): Promise<void> {
  await tx.insertInto('closeOutReversals').values(row).execute();
}

export async function setCloseOutState(
  tx: Tx,
  fairId: string,
  closeOutState: 'open' | 'finished',
): Promise<void> {
  await tx
    .updateTable('fairs')
    .set({ closeOutState, updatedAt: sql<string>`now()` })
    .where('id', '=', fairId)
    .execute();
}
