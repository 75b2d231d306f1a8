import { daySheetsApi } from '@pos/contract/close-out/day-sheets';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { describe, expect, it, vi } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { textOfPdf } from '#testing/files/pdf-pages.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { openPostOffice } from '#testing/files/post-office.ts';
import { download } from '#testing/calls/downloads.ts';
import { getActions, readActivity } from '#testing/calls/reading.ts';
import {
  BIBLE,
  HUNGER,
  PENCIL,
  refundOfOrder,
  startSelling,
  units,
} from '#testing/selling/sales-floor.ts';

describe("a fair's day sheet", async () => {
  const day = today('America/Detroit');
  const { test, floor, register } = await startSelling();
  const { id: fairId, name: fairName, schoolId } = floor.fair;
  const params = { id: fairId };
  const readSheet = async (businessDay?: string, as = test.ownerToken) => {
    const query = { ...(businessDay !== undefined && { businessDay }) };
    return (await test.client(as).daySheets.get({ params, query })).data;
  };
  const readPaper = async (as?: string) => {
    const query = { businessDay: day, format: 'pdf' } as const;
    return textOfPdf((await download(test, daySheetsApi.get, { params, query }, as)).bytes);
  };
  const readReport = <Type extends 'DAILY_SALES' | 'LAST_COPY' | 'SHIP_TO_SCHOOL'>(type: Type) =>
    floor.report(type, { startDate: day, endDate: day });

  await register.addStudent('S-1', 2_000);
  await register.book({
    customerType: 'student',
    studentNumber: 'S-1',
    lines: [
      { sku: PENCIL, quantity: 2, fulfilment: 'ship_to_school' },
      { sku: HUNGER, quantity: 20 },
    ],
  });
  const other = await register.book({ lines: [{ sku: BIBLE, quantity: 4 }, { sku: PENCIL }] });
  await register.handInRefunds(refundOfOrder(other, [units(1, true, 2)]));

  it('matches the reports of that day to the cent', async () => {
    const sheet = await readSheet();
    const daily = await readReport('DAILY_SALES');
    const { threshold, ...lastCopies } = await readReport('LAST_COPY');
    const shipToSchool = await readReport('SHIP_TO_SCHOOL');
    expect(sheet.businessDay).toBe(day);
    expect(sheet.sales).toEqual(daily.totals);
    expect(sheet.sales.orders).toBe(2);
    const { rows, totals } = lastCopies;
    expect(sheet.lastCopies).toEqual({ threshold, rows, totals });
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
    expect(await readSheet(addDays(day, -1))).toMatchObject({
      sales: { orders: 0, netCents: 0, expectedCashDepositCents: 0 },
      shipToSchool: { rows: [] },
      lastCopies: { rows: [] },
    });
  });

  it('prints the same figures on one page', async () => {
    const { sales } = await readSheet();
    const [page, ...others] = await readPaper();
    expect(others).toEqual([]);
    for (const cents of [
      sales.netCents,
      sales.taxCents,
      sales.totalCents,
      sales.expectedCashDepositCents!,
      sales.expectedChecksCents!,
    ])
      expect(page).toContain(formatCents(cents));
    for (const name of Object.values(PAYMENT_METHODS))
      if (sales.tenders[name] !== 0) expect(page).toContain(name);
    expect(page).toContain('Pupil S-1, Robin');
    expect(page).toContain('The Arena');
    expect(page).toContain('Page 1 of 1');
  });

  it('names no student without the right to read Students', async () => {
    const { token } = await signedInWith(test, [
      ['Fairs', 'read_only'],
      ['Orders', 'read_only'],
    ]);
    const { shipToSchool } = await readSheet(day, token);
    expect(shipToSchool).toMatchObject({
      showsStudents: false,
      rows: [{ customerName: null, grade: null, teacher: null, quantity: 2 }],
    });
    expect((await readPaper(token)).join('')).not.toContain('Robin');
  });

  it("is emailed to the school's coordinator without student names, or says what to do", async () => {
    const { send } = test.owner.daySheets;
    const asked = { params, body: { businessDay: day } };
    const message = expect.stringContaining('or print the sheet') as string;
    await expectRefusal(send(asked), 'INVALID_TRANSITION', { message });
    await test.db
      .updateTable('schools')
      .set({ coordinatorName: 'Pat Lee', coordinatorEmail: 'pat@school.example' })
      .where('id', '=', schoolId)
      .execute();
    const people = { countedBy: 'First Person', secondPerson: 'Second Person' };
    const float = { businessDay: day, direction: 'in', amountCents: 15_000 } as const;
    await test.owner.closeOut.addFloatCount({ body: { fairId, ...float, ...people } });
    const office = await openPostOffice(test);
    expect(await send(asked)).toMatchObject({
      message: 'The sheet is on its way to pat@school.example.',
    });
    const { raw } = await office.next('pat@school.example');
    expect(raw).toContain(`Net sales: ${formatCents((await readSheet()).sales.netCents)}`);
    expect(raw).toContain('  eWallet top-ups in cash: $20.00');
    expect(raw).toContain('  Float counted in, not part of it: $150.00');
    const pdf =
      /filename=day-sheet_\S+\.pdf\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(
        raw.replaceAll('"', ''),
      )?.[1] ?? '';
    const [page = ''] = await textOfPdf(Buffer.from(pdf, 'base64'));
    expect(page).toContain(formatCents((await readSheet()).sales.totalCents));
    expect(page).toContain('Float counted in, not to deposit');
    expect(raw + page).not.toMatch(/Robin|S-1\b|Ms\. Oak/);
    expect(await getActions(test, 'fair', fairId)).toContain('fair.day_sheet_mailed');

    office.answers.set('pat@school.example', 550);
    await send(asked);
    await vi.waitFor(
      async () => {
        const told = (await test.ask.notifications.list({ query: {} })).results;
        const refused = { kind: 'day_sheet_refused', fairId, fairName };
        expect(told.map(({ subject }) => subject)).toContainEqual(refused);
      },
      { timeout: 20_000 },
    );
    expect(office.offered.filter((to) => to === 'pat@school.example')).toHaveLength(2);
    expect((await readActivity(test, 'fair', fairId))[0]).toMatchObject({
      action: 'fair.day_sheet_refused',
      changes: { reason: { to: 'The mail server answered: 550 No such user here' } },
    });
  });
});
