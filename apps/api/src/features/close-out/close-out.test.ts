import type { CloseOutSnapshot } from '@pos/contract/close-out-snapshot';
import type { SalesSummaryReport } from '@pos/contract/reports';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fairOnLastDay, finish, readCloseOut, revert } from '#testing/close-outs.ts';
import { getRefusal } from '#testing/refusals.ts';
import { checkSnapshots } from '#testing/snapshot-invariants.ts';
import { BIBLE, HUNGER, PENCIL, refundOfOrder, type SalesFloor } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CARD = { method: 1 as const, cardBrand: 'Visa', cardLast4: '4242' };

describe('closing out a fair', async () => {
  const test = await startTestApp();
  const newFloor = () => fairOnLastDay(test);
  let registers = 0;
  const newRegister = (floor: SalesFloor) => floor.logIn(`REG-${++registers}`);
  const codes = (found: readonly { code: string }[] | undefined) =>
    (found ?? []).map(({ code }) => code);
  const summaryOf = async ({ fair }: SalesFloor, range: { startDate: string; endDate: string }) =>
    (await test.ask.reports.run({
      query: {
        reportType: 'SALES_SUMMARY',
        schoolIdentifier: fair.schoolIdentifier,
        fairIdentifier: fair.identifier,
        ...range,
      },
    })) as SalesSummaryReport;
  const ledger = ({ fair }: SalesFloor) =>
    test.db
      .selectFrom('aveDollarEntries')
      .select(['type', 'amountCents', 'balanceAfterCents'])
      .where('schoolId', '=', fair.schoolId)
      .orderBy('seq')
      .execute();

  it('freezes the sales summary of the whole fair, and the report matches it from then on', async () => {
    const floor = await newFloor();
    const register = await newRegister(floor);
    const order = await register.book({
      lines: [{ sku: HUNGER, quantity: 2 }, { sku: BIBLE }],
      payments: [{ method: 3 }],
    });
    await register.handInRefunds(refundOfOrder(order, [{ lineNo: 1, quantity: 1, restock: true }]));
    const { range } = await readCloseOut(floor);
    const provisional = await summaryOf(floor, range);
    expect(provisional).toMatchObject({
      state: 'provisional',
      fairs: [{ closeOutNumber: null }],
      totals: { settlement: { profitOption: null }, cashControl: { countedCashCents: null } },
    });
    const {
      versions: [version],
      cashControl: { expectedCashCents },
    } = await finish(floor, {
      countedCashCents: 2_000,
      countedCheckCents: 0,
      overShortReason: 'Coins were miscounted',
    });
    const report = await summaryOf(floor, range);
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
    const stored = await snapshotOf(floor);
    expect(stored).toMatchObject({
      number: 1,
      overShortReason: 'Coins were miscounted',
      counted: { cashCents: 2_000, checkCents: 0, checks: null },
      orders: [{ orderNumber: order.orderNumber, netCents: 2_099, totalCents: 2_099 + 74 }],
    });
    expect({ ...stored.summary, generatedAt: report.generatedAt }).toEqual(report);
    expect(version!.totals).toEqual({
      orders: 1,
      netCents: report.totals.netCents,
      netTaxCents: report.totals.netTaxCents,
      totalCents: report.totals.totalCents,
      dueFromSchoolCents: report.totals.settlement!.dueFromSchoolCents,
    });
  });

  const snapshotOf = async ({ fair }: SalesFloor): Promise<CloseOutSnapshot> => {
    const { rows } = await sqlText(fair.id);
    return JSON.parse(rows[0]!.text) as CloseOutSnapshot;
  };
  const sqlText = (fairId: string) =>
    sql<{
      text: string;
    }>`select snapshot::text as text from standing_close_outs where fair_id = ${fairId}`.execute(
      test.db,
    );

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
    const floor = await newFloor();
    const register = await newRegister(floor);
    const order = await register.book();
    const { versions } = await finish(floor);
    expect(await register.handIn(register.sold())).toMatchObject([
      { result: 'held', reason: 'LATE_SYNC' },
    ]);
    expect(
      await register.handInRefunds(
        refundOfOrder(order, [{ lineNo: 1, quantity: 1, restock: true }]),
      ),
    ).toMatchObject([{ result: 'held', reason: 'FAIR_FINISHED' }]);
    const {
      name,
      address,
      startDate,
      endDate,
      adminId,
      packageOption,
      schoolIdentifier,
      salesTaxRate,
      version,
    } = floor.fair;
    expect(
      await getRefusal(
        test.owner.fairs.update({
          params: { id: floor.fair.id },
          body: {
            name,
            address,
            startDate,
            endDate,
            adminId,
            packageOption,
            schoolIdentifier,
            salesTaxRate,
            version,
          },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
    const line = await floor.line(PENCIL);
    expect(
      await getRefusal(
        test.owner.inventory.update({
          params: { id: line.id },
          body: { operation: 'remove', updatedQuantity: 1, seenQuantity: 50, reason: 'damaged' },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'FAIR_FINISHED' });
    expect((await readCloseOut(floor)).versions).toEqual(versions);
    expect(codes((await readCloseOut(floor)).warnings)).toContain('HELD_ORDERS');
  });

  it('shows a snapshot that was made before reports had filters', async () => {
    const floor = await newFloor();
    await (await newRegister(floor)).book();
    const { standing } = await finish(floor);
    const { rows } = await sqlText(floor.fair.id);
    const text = rows[0]!.text;
    const { filters: _, schools: __, ...summary } = (JSON.parse(text) as CloseOutSnapshot).summary;
    await storeSnapshot(floor, JSON.stringify({ ...JSON.parse(text), summary }));
    expect((await readCloseOut(floor)).standing?.summary.filters).toEqual({
      region: null,
      admin: null,
      season: null,
    });
    await storeSnapshot(floor, text);
    expect((await readCloseOut(floor)).standing).toEqual(standing);
  });

  it('scenario 7: finished twice at once keeps one snapshot and earns once, then says it is finished', async () => {
    const floor = await newFloor();
    await (await newRegister(floor)).book({ payments: [CARD] });
    const both = await Promise.allSettled(
      [1, 2, 3].map(() => finish(floor, { profitOption: 'ave_dollar' })),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ledger(floor)).toEqual([
      { type: 'earn', amountCents: 359, balanceAfterCents: 359 },
    ]);
    expect((await readCloseOut(floor)).versions).toHaveLength(1);
    expect(await getRefusal(finish(floor))).toMatchObject({
      status: 409,
      code: 'CLOSE_OUT_BLOCKED',
      reasons: [{ code: 'ALREADY_FINISHED' }],
    });
  });

  it('leaves every report of a closed-out fair as its snapshot', async () => {
    expect(await checkSnapshots(test.db, test.send(test.ownerToken))).toBeGreaterThan(2);
  });

  it('refuses any change of stored close-outs', async () => {
    const floor = await newFloor();
    await finish(floor);
    await expect(
      test.db.updateTable('closeOuts').set({ profitCents: 1 }).execute(),
    ).rejects.toThrow('append-only');
    await expect(test.db.deleteFrom('closeOuts').execute()).rejects.toThrow('append-only');
    await revert(floor);
    await expect(test.db.deleteFrom('closeOutReversals').execute()).rejects.toThrow('append-only');
  });

  it("records in the fair's activity who finished and reverted it, and why", async () => {
    const floor = await newFloor();
    await finish(floor);
    await revert(floor, 'Counted again');
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: floor.fair.id },
    });
    expect(data.results.slice(0, 2)).toMatchObject([
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
