import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { DailySalesReport, Report, SalesSummaryReport } from '@pos/contract/reports';
import type { ReportType } from '@pos/contract/report-query';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { signedInWith } from '#testing/personas.ts';
import { expectRefusal } from '#testing/expectations.ts';
import { checkReportInvariants } from '#testing/report-invariants.ts';
import { BIBLE, HUNGER, openFair, refundOfOrder, SalesFloor } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

/** Number of scenarios in domain 11. */
const SCENARIOS = 18;

/**
 * Acceptance scenarios of domain 11 that are not proven by a feature's own test. Those tests carry
 * their number.
 */
describe('acceptance', async () => {
  const test = await startTestApp();
  let registers = 0;
  const opened = async () => {
    const floor = await openFair(test);
    return { floor, register: await floor.logIn(`SC-${++registers}`) };
  };
  const report = async <Type extends ReportType>({ fair }: SalesFloor, reportType: Type) =>
    (await test.ask.reports.run({
      query: {
        reportType,
        schoolIdentifier: fair.schoolIdentifier,
        fairIdentifier: fair.identifier,
        startDate: fair.startDate,
        endDate: fair.endDate,
      },
    })) as Extract<Report, { reportType: Type }>;

  it('scenario 1: a split sale of 32.54 by eWallet 20.00 and cash 12.54 of 15.00 gives 2.46 change', async () => {
    const { floor, register } = await opened();
    await register.addStudent('S-1', 2_000);
    const order = await register.book({
      customerType: 'student',
      studentNumber: 'S-1',
      lines: [
        {
          sku: null,
          category: 'Merchandise',
          title: 'A journal',
          quantity: 2,
          unitPriceCents: 699,
        },
        { sku: null, category: 'Merchandise', title: 'A poster', unitPriceCents: 499 },
        { sku: BIBLE },
      ],
      payments: [
        { method: 5, amountCents: 2_000 },
        { method: 3, amountCents: 1_254, tenderedCents: 1_500, changeCents: 246 },
      ],
    });
    expect(order).toMatchObject({
      status: 'completed',
      subtotalCents: 3_097,
      taxCents: 157,
      totalCents: 3_254,
      lines: [{ taxCents: 116 }, { taxCents: 41 }, { taxCents: 0 }],
    });
    expect(order.payments).toMatchObject([
      { method: 5, amountCents: 2_000, changeCents: 0 },
      { method: 3, amountCents: 1_254, tenderedCents: 1_500, changeCents: 246 },
    ]);
    expect(await floor.walletCents('S-1')).toBe(0);
    const { rows, totals } = await report(floor, 'DAILY_SALES');
    expect(totals.tenders).toMatchObject({ Cash: 1_254, EWallet: 2_000 });
    expect(rows.find(({ orders }) => orders > 0)?.tenders).toMatchObject({
      Cash: 1_254,
      EWallet: 2_000,
    });
    expect((await report(floor, 'SALES_SUMMARY')).totals.tenders).toMatchObject({
      Cash: { count: 1, salesCents: 1_254, netCents: 1_254 },
      EWallet: { netCents: 2_000 },
    });
  });

  it('scenario 4: an order at 23:40 in Los Angeles is on that day, and clock-change days have one row', async () => {
    const school = {
      identifier: 'COAST',
      name: 'Coast School',
      address: '1 Pier Rd',
      city: 'Santa Cruz',
      state: 'CA',
      zip: '95060',
      timeZone: 'America/Los_Angeles',
    };
    await test.owner.schools.add({ body: school });
    const expectDays = async (
      startDate: string,
      endDate: string,
      sold: readonly string[],
      days: readonly (readonly [string, number])[],
    ) => {
      const { data: fair } = await test.owner.fairs.add({
        body: {
          schoolIdentifier: school.identifier,
          name: 'Coast Fair',
          address: '1 Pier Rd',
          startDate,
          endDate,
          salesTaxRate: 8.25,
          adminId: test.ownerId,
          packageOption: 1,
        },
      });
      await uploadInventory(
        test.owner,
        await packingList([
          `${fair.identifier}-1`,
          HUNGER,
          'The Hunger Games',
          null,
          'Teen',
          8.99,
          20,
          'Y',
        ]),
        { fairId: fair.id },
      );
      const floor = await SalesFloor.at(test, fair);
      const register = await floor.logIn(`SC-${++registers}`);
      for (const soldAt of sold) await register.book({ soldAt });
      const { rows } = (await test.ask.reports.run({
        query: {
          reportType: 'DAILY_SALES',
          schoolIdentifier: school.identifier,
          fairIdentifier: fair.identifier,
          startDate,
          endDate,
        },
      })) as DailySalesReport;
      expect(rows.map(({ date, orders }) => [date, orders])).toEqual(days);
      await checkReportInvariants(test.send(test.ownerToken), {
        schoolIdentifier: school.identifier,
        fairIdentifier: fair.identifier,
        startDate,
        endDate,
      });
    };
    // 23:40 on Saturday; then 0:10, 1:30 twice (daylight and standard time) and 23:40 on the Sunday
    // of 25 hours; 0:10 on Monday.
    const autumn = [
      '2025-11-02T06:40:00.000Z',
      '2025-11-02T07:10:00.000Z',
      '2025-11-02T08:30:00.000Z',
      '2025-11-02T09:30:00.000Z',
      '2025-11-03T07:40:00.000Z',
      '2025-11-03T08:10:00.000Z',
    ];
    await expectDays('2025-11-01', '2025-11-03', autumn, [
      ['2025-11-01', 1],
      ['2025-11-02', 4],
      ['2025-11-03', 1],
    ]);
    // 23:40 on Saturday; 1:59, 3:00 (a minute later) and 23:40 on the Sunday of 23 hours; 0:10 on
    // Monday.
    const spring = [
      '2025-03-09T07:40:00.000Z',
      '2025-03-09T09:59:00.000Z',
      '2025-03-09T10:00:00.000Z',
      '2025-03-10T06:40:00.000Z',
      '2025-03-10T07:10:00.000Z',
    ];
    await expectDays('2025-03-08', '2025-03-10', spring, [
      ['2025-03-08', 1],
      ['2025-03-09', 3],
      ['2025-03-10', 1],
    ]);
  });

  it('scenario 5: two units are refunded one by one, to exactly the charged net and tax', async () => {
    const { floor, register } = await opened();
    await register.addStudent('S-5', 2_000);
    // 17.97 and 1.48 tax: both odd.
    const { sold, taxCents, totalCents } = await register.book({
      customerType: 'student',
      studentNumber: 'S-5',
      lines: [{ sku: HUNGER, quantity: 2, discountCents: 1 }],
      payments: [{ method: 5 }],
    });
    expect(await floor.walletCents('S-5')).toBe(2_000 - totalCents);
    for (const refundedUnits of [1, 2]) {
      expect(
        await register.handInRefunds(
          refundOfOrder(sold, [{ lineNo: 1, quantity: 1, restock: true }]),
        ),
      ).toMatchObject([{ result: 'accepted' }]);
      expect((await floor.readOrder(sold.clientOrderId)).lines).toMatchObject([
        { refundedQty: refundedUnits },
      ]);
    }
    expect(await floor.readOrder(sold.clientOrderId)).toMatchObject({
      status: 'refunded',
      refundedNetCents: 1_797,
      refundedTaxCents: taxCents,
      refundedCents: totalCents,
    });
    expect(await floor.walletCents('S-5')).toBe(2_000);
    expect((await report(floor, 'SALES_SUMMARY')).totals).toMatchObject({
      grossCents: 1_798,
      netCents: 0,
      netTaxCents: 0,
      totalCents: 0,
      tenders: { EWallet: { salesCents: totalCents, refundsCents: totalCents, netCents: 0 } },
    });
  });

  it('scenario 12: a tax rate changed mid-fair: old orders stay, SALES_SUMMARY lists both', async () => {
    const { floor, register } = await opened();
    const before = await register.book();
    const { schoolIdentifier, name, address, startDate, endDate, adminId, packageOption, version } =
      floor.fair;
    const change = (confirm: boolean) =>
      test.owner.fairs.update({
        params: { id: floor.fair.id },
        body: {
          schoolIdentifier,
          name,
          address,
          startDate,
          endDate,
          adminId,
          packageOption,
          version,
          salesTaxRate: 10,
          confirm,
        },
      });
    await expectRefusal(change(false), 'CONFIRMATION_NEEDED');
    await change(true);
    const after = await register.book({ taxRatePpm: 100_000 });
    expect([before.taxCents, after.taxCents]).toEqual([74, 90]);
    expect(await floor.readOrder(before.sold.clientOrderId)).toMatchObject({
      taxRatePpm: 82_500,
      taxCents: 74,
    });
    expect((await report(floor, 'SALES_SUMMARY')).totals).toMatchObject({
      taxRatesPpm: [82_500, 100_000],
      netTaxCents: 164,
    });
  });

  it('scenario 13: an exempt school purchase by AveDollars has no tax and earns no AveDollars', async () => {
    const { floor, register } = await opened();
    await floor.earnAveDollars(5_000);
    const order = await register.book({
      customerType: 'school',
      taxExempt: true,
      exemptReason: 'school_purchase',
      exemptCertificateNo: 'E-1',
      lines: [{ sku: HUNGER, quantity: 3 }],
      payments: [{ method: 6 }],
    });
    expect(order).toMatchObject({ status: 'completed', taxCents: 0, totalCents: 2_697 });
    const { totals } = await report(floor, 'SALES_SUMMARY');
    expect(totals).toMatchObject({
      netCents: 2_697,
      exemptNetCents: 2_697,
      taxableNetCents: 0,
      exemptNetByReason: { school_purchase: 2_697 },
      netTaxCents: 0,
      tenders: { AveDollar: { count: 1, netCents: 2_697 } },
      settlement: { eligibleNetCents: 0 },
    });
    expect(totals.aveDollar).toMatchObject({ spentCents: 2_697, closingCents: 2_303 });
    const { settlements } = await test.ask.closeOut.getById({ params: { id: floor.fair.id } });
    expect(settlements.ave_dollar).toMatchObject({ eligibleNetCents: 0, profitCents: 0 });
  });

  it('scenario 14: a top-up of 25.00 by card changes only the memo of SALES_SUMMARY', async () => {
    const { floor, register } = await opened();
    await register.addStudent('S-14');
    await register.book();
    const before = await report(floor, 'SALES_SUMMARY');
    const topUp = {
      clientPaymentId: uuidv4(),
      studentNumber: 'S-14',
      method: 1 as const,
      amountCents: 2_500,
      status: 'completed' as const,
      paidAt: new Date().toISOString(),
    };
    expect((await register.pos.payments({ body: { topUps: [topUp] } })).data.results).toMatchObject(
      [{ result: 'accepted' }],
    );
    const after = await report(floor, 'SALES_SUMMARY');
    const withoutMemo = ({ totals: { eWallet: _, ...totals }, rows }: SalesSummaryReport) => ({
      totals,
      rows,
    });
    expect(withoutMemo(after)).toEqual(withoutMemo(before));
    expect(after.totals.eWallet.fundedCents - before.totals.eWallet.fundedCents).toBe(2_500);
    expect(await floor.walletCents('S-14')).toBe(2_500);
    const { data } = await test.owner.payments.list({
      query: { fairId: floor.fair.id, purpose: 'wallet_top_up' },
    });
    expect(data.results).toMatchObject([
      {
        type: 1,
        method: 1,
        status: 'completed',
        amountCents: 2_500,
        purpose: 'wallet_top_up',
        orderNumber: null,
      },
    ]);
  });

  it('scenario 15: readers of Fair Inventory cannot change it, and v1/reports needs Reports', async () => {
    const { floor } = await opened();
    const line = await floor.line(HUNGER);
    const reader = await signedInWith(test, [['Fair Inventory', 'read_only']]);
    const editor = await signedInWith(test, [
      ['Fair Inventory', 'read_only'],
      ['Fairs', 'edit'],
    ]);
    const body = {
      operation: 'add' as const,
      updatedQuantity: 2,
      seenQuantity: line.onHand,
      reason: 'received' as const,
    };
    expect(
      (await reader.client.inventory.fairInventory({ query: { fairId: floor.fair.id } })).data
        .totalResults,
    ).toBe(3);
    await expectRefusal(
      reader.client.inventory.update({ params: { id: line.id }, body }),
      'FORBIDDEN',
    );
    expect((await floor.line(HUNGER)).onHand).toBe(line.onHand);
    expect(
      (await editor.client.inventory.update({ params: { id: line.id }, body })).data.onHand,
    ).toBe(line.onHand + 2);
    const question = {
      reportType: 'SALES_SUMMARY' as const,
      schoolIdentifier: floor.fair.schoolIdentifier,
      startDate: floor.fair.startDate,
      endDate: floor.fair.endDate,
    };
    await expectRefusal(editor.client.reports.run({ query: question }), 'FORBIDDEN');
  });

  it('every scenario of domain 11 has its test', async () => {
    const named = new Set<number>();
    for await (const file of glob('{apps/api,e2e}/**/*.{test,spec}.ts', {
      cwd: new URL('../../../../', import.meta.url).pathname,
      exclude: ['**/node_modules/**'],
    })) {
      const source = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
      for (const [, name, row] of source.matchAll(
        /(?:it|test|describe)\(\s*['"]scenario (\d+)|^ *\['scenario (\d+)/gm,
      ))
        named.add(Number(name ?? row));
    }
    expect(
      Array.from({ length: SCENARIOS }, (_, index) => index + 1).filter(
        (number) => !named.has(number),
      ),
    ).toEqual([]);
  });
});
