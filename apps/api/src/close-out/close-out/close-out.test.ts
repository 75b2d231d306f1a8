import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  aveDollarLedger,
  BY_CARD,
  toCodes,
  finish,
  lastDays,
  readCloseOut,
  revert,
  readSnapshot,
} from '#testing/selling/close-outs.ts';
import { atOnce, expectRefusal } from '#testing/calls/expectations.ts';
import { toForm } from '#testing/selling/new-records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { BIBLE, HUNGER, PENCIL, type SalesFloor } from '#testing/selling/sales-floor.ts';
import { checkSnapshots } from '#testing/books/snapshot-invariants.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('closing out a fair', async () => {
  const test = await startTestApp();
  const newFloor = lastDays(test);

  it('freezes the sales summary of the whole fair, and the report matches it from then on', async () => {
    const { floor, register } = await newFloor();
    const order = await register.book({ lines: [{ sku: HUNGER, quantity: 2 }, { sku: BIBLE }] });
    await register.refund(order);
    const { range } = await readCloseOut(floor);
    const provisional = await floor.report('SALES_SUMMARY', range);
    expect(provisional).toMatchObject({
      state: 'provisional',
      fairs: [{ closeOutNumber: null }],
      totals: { settlement: { profitOption: null }, cashControl: { countedCashCents: null } },
    });
    const overShortReason = 'Coins were miscounted';
    const {
      versions: [version],
      cashControl: { expectedCashCents },
    } = await finish(floor, { countedCashCents: 2_000, countedCheckCents: 0, overShortReason });
    const report = await floor.report('SALES_SUMMARY', range);
    expect(report).toMatchObject({
      state: 'final',
      fairs: [{ closeOutState: 'finished', closeOutNumber: 1 }],
      totals: {
        netCents: provisional.totals.netCents,
        settlement: { profitOption: 'cash' },
        cashControl: {
          expectedCashCents,
          countedCashCents: 2_000,
          cashVarianceCents: 2_000 - expectedCashCents,
          checkVarianceCents: 0,
        },
      },
    });
    const { snapshot } = await readSnapshot(floor);
    const { orderNumber } = order;
    expect(snapshot).toMatchObject({
      number: 1,
      overShortReason,
      counted: { cashCents: 2_000, checkCents: 0, checks: null },
      orders: [{ orderNumber, netCents: 2_099, totalCents: 2_099 + 74 }],
    });
    expect({ ...snapshot.summary, generatedAt: report.generatedAt }).toEqual(report);
    const { netCents, netTaxCents, totalCents, settlement } = report.totals;
    const { dueFromSchoolCents } = settlement!;
    const totals = { orders: 1, netCents, netTaxCents, totalCents, dueFromSchoolCents };
    expect(version!.totals).toEqual(totals);
  });

  /** Replaces a stored snapshot, which the database refuses otherwise. */
  const storeSnapshot = ({ fair }: SalesFloor, text: string) =>
    test.db.transaction().execute(async (tx) => {
      await sql`alter table close_outs disable trigger close_outs_append_only`.execute(tx);
      await sql`update close_outs set snapshot = ${text}::json where fair_id = ${fair.id}`.execute(
        tx,
      );
      await sql`alter table close_outs enable trigger close_outs_append_only`.execute(tx);
    });

  it('freezes the fair: late orders and refunds wait, nothing else can change', async () => {
    const { floor, register } = await newFloor();
    const order = await register.book();
    const { versions } = await finish(floor);
    expect((await register.hold({})).held.reason).toBe('LATE_SYNC');
    expect(await register.refund(order)).toMatchObject([
      { result: 'held', reason: 'FAIR_FINISHED' },
    ]);
    const fair = test.owner.fairs.update({
      params: { id: floor.fair.id },
      body: toForm(floor.fair),
    });
    await expectRefusal(fair, 'FAIR_FINISHED');
    const line = test.owner.inventory.update({
      params: { id: (await floor.line(PENCIL)).id },
      body: { operation: 'remove', updatedQuantity: 1, seenQuantity: 50, reason: 'damaged' },
    });
    await expectRefusal(line, 'FAIR_FINISHED');
    const after = await readCloseOut(floor);
    expect(after.versions).toEqual(versions);
    expect(toCodes(after.warnings)).toContain('HELD_ORDERS');
  });

  it('shows a snapshot that was made before reports had filters', async () => {
    const { floor, register } = await newFloor();
    await register.book();
    const { standing } = await finish(floor);
    const { text, snapshot } = await readSnapshot(floor);
    const { filters: _, schools: __, ...summary } = snapshot.summary;
    await storeSnapshot(floor, JSON.stringify({ ...snapshot, summary }));
    const filters = { region: null, admin: null, season: null };
    expect((await readCloseOut(floor)).standing?.summary.filters).toEqual(filters);
    await storeSnapshot(floor, text);
    expect((await readCloseOut(floor)).standing).toEqual(standing);
  });

  it('scenario 7: finished twice at once keeps one snapshot and earns once, then says it is finished', async () => {
    const { floor, register } = await newFloor();
    await register.book(BY_CARD);
    const { done } = await atOnce(3, () => finish(floor, { profitOption: 'ave_dollar' }));
    expect(done).toHaveLength(1);
    expect(await aveDollarLedger(floor)).toEqual([
      { type: 'earn', amountCents: 359, balanceAfterCents: 359 },
    ]);
    expect((await readCloseOut(floor)).versions).toHaveLength(1);
    const reasons = [{ code: 'ALREADY_FINISHED' }];
    await expectRefusal(finish(floor), 'CLOSE_OUT_BLOCKED', { reasons });
  });

  it('leaves every report of a closed-out fair as its snapshot', async () => {
    expect(await checkSnapshots(test.db, test.send(test.ownerToken))).toBeGreaterThan(2);
  });

  it("records in the fair's activity who finished and reverted it, and why, and changes neither", async () => {
    const { floor } = await newFloor();
    await finish(floor);
    const change = test.db.updateTable('closeOuts').set({ profitCents: 1 }).execute();
    await expect(change).rejects.toThrow('append-only');
    await expect(test.db.deleteFrom('closeOuts').execute()).rejects.toThrow('append-only');
    await revert(floor, 'Counted again');
    await expect(test.db.deleteFrom('closeOutReversals').execute()).rejects.toThrow('append-only');
    expect((await readActivity(test, 'fair', floor.fair.id)).slice(0, 2)).toMatchObject([
      {
        action: 'fair.close_out_reverted',
        changes: {
          closeOut: { from: 'finished, v1', to: 'open' },
          reason: { to: 'Counted again' },
        },
      },
      {
        action: 'fair.close_out_finished',
        changes: { closeOut: { from: 'open', to: 'finished, v1' }, profitOption: { to: 'cash' } },
      },
    ]);
  });
});
