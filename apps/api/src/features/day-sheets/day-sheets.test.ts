import { fetchFile } from '@pos/contract/client';
import { daySheetsApi } from '@pos/contract/day-sheets';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import type { DailySalesReport, LastCopyReport, ShipToSchoolReport } from '@pos/contract/reports';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { plainCents } from '@pos/contract/values/money';
import { describe, expect, it, vi } from 'vitest';
import { textOfPdf } from '#testing/pdf-pages.ts';
import { makePersonas } from '#testing/personas.ts';
import { openPostOffice } from '#testing/post-office.ts';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, HUNGER, openFair, PENCIL, refundOfOrder } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe("a fair's day sheet", async () => {
  const day = today('America/Detroit');
  const sheetOf = async (businessDay?: string, as = test.ownerToken) =>
    (
      await test.client(as).daySheets.get({
        params: { id: floor.fair.id },
        query: businessDay === undefined ? {} : { businessDay },
      })
    ).data;
  const paperOf = async (as = test.ownerToken) =>
    textOfPdf(
      Buffer.from(
        await (
          await fetchFile(
            daySheetsApi.get,
            { params: { id: floor.fair.id }, query: { businessDay: day, format: 'pdf' } },
            test.send(as),
          )
        ).blob.arrayBuffer(),
      ),
    );
  const reportOf = (reportType: 'DAILY_SALES' | 'LAST_COPY' | 'SHIP_TO_SCHOOL') =>
    test.ask.reports.run({
      query: {
        reportType,
        schoolIdentifier: floor.fair.schoolIdentifier,
        fairIdentifier: floor.fair.identifier,
        startDate: day,
        endDate: day,
      },
    });

  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('SHEET-1');
  await register.addStudent('S-1', 2_000);
  const ship = (sku: string, quantity: number) => ({
    sku,
    quantity,
    fulfilment: 'ship_to_school' as const,
  });
  await register.book({
    customerType: 'student',
    studentNumber: 'S-1',
    lines: [ship(PENCIL, 2), { sku: HUNGER, quantity: 20 }],
  });
  const other = await register.book({
    lines: [
      { sku: BIBLE, quantity: 4 },
      { sku: PENCIL, quantity: 1 },
    ],
  });
  await register.handInRefunds(
    refundOfOrder(other.sold, [{ lineNo: 2, quantity: 1, restock: true }]),
  );

  it('matches the reports of that day to the cent', async () => {
    const sheet = await sheetOf();
    const daily = (await reportOf('DAILY_SALES')) as DailySalesReport;
    const lastCopies = (await reportOf('LAST_COPY')) as LastCopyReport;
    const shipToSchool = (await reportOf('SHIP_TO_SCHOOL')) as ShipToSchoolReport;
    expect(sheet.businessDay).toBe(day);
    expect(sheet.sales).toEqual(daily.totals);
    expect(sheet.sales.orders).toBe(2);
    expect(sheet.lastCopies).toEqual({
      threshold: lastCopies.threshold,
      rows: lastCopies.rows,
      totals: lastCopies.totals,
    });
    expect(sheet.lastCopies.totals.soldOutTitles).toBe(1);
    expect(sheet.shipToSchool).toEqual({
      showsStudents: true,
      rows: shipToSchool.rows,
      totals: shipToSchool.totals,
    });
    expect(sheet.shipToSchool.totals.units).toBe(2);
    expect(sheet.head.tieOut).toEqual(daily.tieOut);
  });

  it('for another day has nothing of this one', async () => {
    expect(await sheetOf(addDays(day, -1))).toMatchObject({
      sales: { orders: 0, netCents: 0, expectedCashDepositCents: 0 },
      shipToSchool: { rows: [] },
      lastCopies: { rows: [] },
    });
  });

  it('prints the same figures on one page', async () => {
    const { sales } = await sheetOf();
    const [page, ...others] = await paperOf();
    expect(others).toEqual([]);
    for (const cents of [
      sales.netCents,
      sales.taxCents,
      sales.totalCents,
      sales.expectedCashDepositCents!,
      sales.expectedChecksCents!,
    ])
      expect(page).toContain(plainCents(cents));
    for (const name of Object.values(PAYMENT_METHODS))
      if (sales.tenders[name] !== 0) expect(page).toContain(name);
    expect(page).toContain('Pupil S-1, Robin');
    expect(page).toContain('The Hunger Games');
    expect(page).toContain('Page 1 of 1');
  });

  it('names no student without the right to read Students', async () => {
    const token = (await makePersonas(test)).find(({ name }) => name === 'read Fairs')?.token ?? '';
    const { shipToSchool } = await sheetOf(day, token);
    expect(shipToSchool).toMatchObject({
      showsStudents: false,
      rows: [{ customerName: null, grade: null, teacher: null, quantity: 2 }],
    });
    expect((await paperOf(token)).join('')).not.toContain('Robin');
  });

  it("is emailed to the school's coordinator without student names, or says what to do", async () => {
    const { send } = test.owner.daySheets;
    const asked = { params: { id: floor.fair.id }, body: { businessDay: day } };
    const refusal = await getRefusal(send(asked));
    expect(refusal).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: expect.stringContaining('or print the sheet'),
    });
    await test.db
      .updateTable('schools')
      .set({ coordinatorName: 'Pat Lee', coordinatorEmail: 'pat@school.example' })
      .where('id', '=', floor.fair.schoolId)
      .execute();
    await test.owner.closeOut.addFloatCount({
      body: {
        fairId: floor.fair.id,
        businessDay: day,
        direction: 'in',
        amountCents: 15_000,
        countedBy: 'First Person',
        secondPerson: 'Second Person',
      },
    });
    const office = await openPostOffice(test);
    expect(await send(asked)).toMatchObject({
      message: 'The sheet is on its way to pat@school.example.',
    });
    const { raw } = await office.next('pat@school.example');
    expect(raw).toContain(`Net sales: ${plainCents((await sheetOf()).sales.netCents)}`);
    expect(raw).toContain('  eWallet top-ups in cash: $20.00');
    expect(raw).toContain('  Float counted in, not part of it: $150.00');
    const pdf =
      /filename=day-sheet_\S+\.pdf\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(
        raw.replaceAll('"', ''),
      )?.[1] ?? '';
    const [page = ''] = await textOfPdf(Buffer.from(pdf, 'base64'));
    expect(page).toContain(plainCents((await sheetOf()).sales.totalCents));
    expect(page).toContain('Float counted in, not to deposit');
    expect(raw + page).not.toMatch(/Robin|S-1\b|Ms\. Oak/);
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: floor.fair.id },
    });
    expect(data.results.map(({ action }) => action)).toContain('fair.day_sheet_mailed');

    office.answers.set('pat@school.example', 550);
    await send(asked);
    await vi.waitFor(
      async () => {
        const told = (await test.ask.notifications.list({ query: {} })).results;
        expect(told.map(({ subject }) => subject)).toContainEqual({
          kind: 'day_sheet_refused',
          fairId: floor.fair.id,
          fairName: floor.fair.name,
        });
      },
      { timeout: 15_000 },
    );
    expect(office.offered.filter((to) => to === 'pat@school.example')).toHaveLength(2);
    const [latest] = (
      await test.ask.activity.list({ query: { entity: 'fair', entityId: floor.fair.id } })
    ).results;
    expect(latest).toMatchObject({
      action: 'fair.day_sheet_refused',
      changes: { reason: { to: 'The mail server answered: 550 No such user here' } },
    });
  });
});
