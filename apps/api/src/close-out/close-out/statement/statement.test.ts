import { fetchFile } from '@pos/contract/client';
import { closeOutApi } from '@pos/contract/close-out/close-out';
import { today } from '@pos/contract/values/clock';
import { addDays, formatDay } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import {
  countCash,
  countReturn,
  fairOnLastDay,
  finish,
  readCloseOut,
  revert,
} from '#testing/selling/close-outs.ts';
import { readPdf } from '#testing/files/pdf-pages.ts';
import { HUNGER, PENCIL } from '#testing/selling/sales-floor.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { openPostOffice } from '#testing/files/post-office.ts';
import { getActions } from '#testing/calls/reading.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { toTerms } from './statement-values.ts';

describe('the statement for the school', async () => {
  /**
   * A card order of 20.82, a cash order of 9.73 and a cash top-up of 20.00, counted by two people;
   * 15 of 17 copies came back.
   */
  const test = await startTestApp();
  const floor = await fairOnLastDay(test);
  const register = await floor.logIn('REG-01');
  await register.addStudent('S-1', 2_000);
  await register.book({
    lines: [{ sku: HUNGER, quantity: 2 }, { sku: PENCIL }],
    payments: [{ method: 1 }],
  });
  await register.book();
  await countReturn(floor, HUNGER, 15, 1);
  const people = { countedBy: 'Zoë Łukasik', secondPerson: 'Bob Brown' };
  await countCash(floor, { cashCents: 2_973, checkCents: 0, checks: 0, ...people });
  const statement = async () => {
    const call = { params: { id: floor.fair.id } };
    const send = test.send(test.ownerToken);
    const { blob, fileName } = await fetchFile(closeOutApi.statement, call, send);
    const pdf = await readPdf(Buffer.from(await blob.arrayBuffer()));
    return { fileName, type: blob.type, ...pdf, text: pdf.pages.join('\n') };
  };
  const after = (text: string, label: string) =>
    text.split('\n').slice(text.split('\n').indexOf(label) + 1);

  it('is marked provisional before the close-out and shows what either profit would leave to pay', async () => {
    const { fileName, type, text } = await statement();
    expect({ fileName, type }).toEqual({
      fileName: `statement_${floor.fair.identifier}_provisional.pdf`,
      type: 'application/pdf',
    });
    expect(text).toContain('\nProvisional\nThis fair is not closed out.');
    expect(after(text, 'Due from the school, profit in cash')[0]).toBe('$22.68');
    expect(after(text, 'Due from the school, profit in AveDollars')[0]).toBe('$29.73');
    // No day after today, although the selling window goes on.
    const first = formatDay(addDays(floor.fair.startDate, -5));
    expect(text).toContain(`Figures of ${first} – ${formatDay(today(floor.fair.timeZone))}`);
    expect(text).not.toContain('SHA-256');
  });

  it('can be copied as text, with embedded fonts and correct letters in names', async () => {
    const { embeddedFonts, title, text, pages } = await statement();
    expect(embeddedFonts.map((name) => name.replace(/^.*\+/, '')).sort()).toEqual([
      'Inter-Regular',
      'Inter-SemiBold',
    ]);
    expect(title).toBe(`Statement ${floor.fair.identifier}`);
    expect(text).toContain('Zoë Łukasik and Bob Brown');
    expect(text).not.toContain('?');
    expect(pages.map((page) => page.split('\n').at(-1))).toEqual(
      pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
    );
  });

  it('shows the closed-out figures, counts and returns, and lines to sign', async () => {
    const done = await finish(floor, {
      profitOption: 'ave_dollar',
      secondPerson: 'Sam Second',
      overShortReason: 'The float was left in',
    });
    const { fileName, text } = await statement();
    expect(fileName).toBe(`statement_${floor.fair.identifier}_v1.pdf`);
    expect(text).toContain('\nFinal, close-out v1\n');
    for (const [label, ...values] of [
      ['Net sales', '$28.22'],
      ['Sales tax (8.25%)', '$2.33'],
      ['Total of 2 orders, 4 units', '$30.55'],
      ['Credit Card', '1', '$20.82', '$0.00', '$20.82'],
      ['Paid', '$30.55'],
      ['Held by the school: Cash, Check, Facts and eWallet top-ups', '$29.73'],
      ['of which eWallet top-ups', '$20.00'],
      ['AveDollars earned, 40% of $28.22', '$11.28'],
      ['Due from the school', '$29.73'],
      ['Counted, 1 title', '15 units'],
      ['of which damaged', '1 unit'],
      ['Variance of 1 title, at retail −$17.98', '−2 units'],
      ['9780439023481', 'The Arena', '17', '15', '−2', '−$17.98'],
    ] as [string, ...string[]][])
      expect([label, ...after(text, label).slice(0, values.length)]).toEqual([label, ...values]);
    for (const line of [
      'Reason given for the difference: The float was left in',
      'with Sam Second',
      `For ${floor.fair.schoolName}`,
      done.versions[0]!.sha256,
    ])
      expect(text).toContain(line);
    expect(done.versions).toHaveLength(1);
  });

  it('matches the snapshot in effect, and is provisional again after a revert', async () => {
    const before = await statement();
    await countReturn(floor, PENCIL, 40);
    expect((await readCloseOut(floor)).returns.countedTitles).toBe(2);
    expect((await statement()).pages).toEqual(before.pages);
    await revert(floor);
    expect((await statement()).text).toContain('\nProvisional\n');
    await finish(floor);
    const again = (await statement()).text;
    expect(again).toContain('\nFinal, close-out v2\n');
    expect(after(again, 'Profit in cash, 25% of $28.22')[0]).toBe('−$7.05');
    expect(after(again, 'Due from the school')[0]).toBe('$22.68');
  });

  it('has terms, a day to pay by, and a fee or credit with a reason that no report has', async () => {
    await revert(floor);
    const fee = { adjustmentCents: 8_000, profitOption: 'cash' as const };
    await expectRefusal(finish(floor, fee), 'VALIDATION_FAILED', {
      errors: { adjustmentReason: 'Enter a reason for the fee or credit.' },
    });
    const { schoolId, timeZone } = floor.fair;
    const schools = test.db.updateTable('schools').where('id', '=', schoolId);
    await schools.set({ paymentTerms: 'Net 45' }).execute();
    const done = await finish(floor, { ...fee, adjustmentReason: 'Fuel surcharge' });
    const { text } = await statement();
    expect(after(text, 'Fuel surcharge')[0]).toBe('$80.00');
    expect(after(text, 'Due from the school')[0]).toBe('$102.68');
    const due = formatDay(addDays(today(timeZone), 45));
    expect(text).toContain(`Payment terms: Net 45. Due by ${due}.`);
    expect(done.versions[0]!.totals.dueFromSchoolCents).toBe(10_268);
    expect(done.standing?.summary.totals.settlement?.dueFromSchoolCents).toBe(2_268);
  });

  it.each([
    ['2/10 net 30', 30],
    ['60 days', 60],
    ['Due on receipt', 0],
    ['30 days after receipt', 30],
    ['Per the agreement of 2024', 15],
    ['', 15],
  ])('is to be paid by the days of the terms "%s"', (paymentTerms, days) => {
    const { dueDay } = toTerms({ paymentTerms, statementDueDays: 15 }, '2026-10-01');
    expect(dueDay).toBe(addDays('2026-10-01', days));
  });

  it("is emailed to the school's coordinator once the fair is closed out, or says what to do", async () => {
    const { id: fairId, schoolId } = floor.fair;
    const send = () => test.owner.closeOut.sendStatement({ params: { id: fairId } });
    const refused = (message: string) =>
      expectRefusal(send(), 'INVALID_TRANSITION', {
        message: expect.stringContaining(message) as string,
      });
    await refused('or print the statement');
    const schools = test.db.updateTable('schools').where('id', '=', schoolId);
    const coordinatorEmail = 'pat@school.example';
    await schools.set({ coordinatorName: 'Pat Lee', coordinatorEmail }).execute();
    const office = await openPostOffice(test);
    expect((await send()).message).toBe(`The statement is on its way to ${coordinatorEmail}.`);
    const { raw } = await office.next(coordinatorEmail);
    for (const line of ['Hi Pat Lee,', 'Due from the school: $102.68', 'Payment terms: Net 45.'])
      expect(raw).toContain(line);
    expect(raw).toContain(`statement_${floor.fair.identifier}_v3.pdf`);
    expect(await getActions(test, 'fair', fairId)).toContain('fair.statement_mailed');
    await revert(floor);
    await refused('Close out the fair first');
  });
});
