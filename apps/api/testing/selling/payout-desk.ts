import { deskTopUpsApi } from '@pos/contract/students/desk-top-ups';
import { type NewPayout, payoutsApi } from '@pos/contract/students/payouts';
import { fetchPdf } from '../calls/reading.ts';
import { openFair } from './sales-floor.ts';
import { startTestApp } from '../app/test-app.ts';

const CASH = 3;
const CHECK = 2;

/**
 * Starts an app with a fair whose school pays leftover money out, and returns what the office does
 * with it. `add` adds a student with money in the eWallet.
 */
export async function openPayoutDesk() {
  const test = await startTestApp();
  const floor = await openFair(test);
  let added = 0;
  const keep = (policy: 'carry_forward' | 'refund') =>
    test.db.updateTable('settings').set({ ewalletLeftoverPolicy: policy }).execute();
  const topUp = (id: string, amountCents: number) =>
    test.owner.deskTopUps.add({ params: { id }, body: { method: CASH, amountCents } });
  const add = async (cents: number, schoolId = floor.fair.schoolId) => {
    const names = { firstName: 'Wren', lastName: 'Ashby', parents: [{ name: 'Lena Ashby' }] };
    const body = { schoolId, studentNumber: `L-${++added}`, ...names };
    const student = await test.ask.studentRecords.add({ body });
    if (cents > 0) await topUp(student.id, cents);
    return student;
  };
  const payOut = (id: string, body: NewPayout) => test.ask.payouts.add({ params: { id }, body });
  const read = (id: string) => test.ask.students.getById({ params: { id } });
  await keep('refund');
  return {
    test,
    floor,
    keep,
    topUp,
    add,
    read,
    payOut,
    payCash: (id: string, amountCents: number) => payOut(id, { method: CASH, amountCents }),
    payCheck: (id: string, amountCents: number, checkNumber = '77') =>
      payOut(id, { method: CHECK, amountCents, checkNumber }),
    leftovers: (id: string) => test.ask.payouts.leftovers({ params: { id } }),
    balance: async (id: string) => (await read(id)).walletBalanceCents,
    freeze: (id: string) =>
      test.owner.students.changeWalletStatus({ params: { id }, body: { status: 'frozen' } }),
    openSchool: async () => (await openFair(test)).fair.schoolId,
    officeDay: (businessDay?: string) =>
      test.ask.deskTopUps.officeDay({ query: { ...(businessDay && { businessDay }) } }),
    dayPaper: async () =>
      (await fetchPdf(test, deskTopUpsApi.officeDay, { query: { format: 'pdf' } })).text,
    receipts: async (ids: string[]) =>
      (await fetchPdf(test, payoutsApi.receipts, { query: { ids } })).pages,
  };
}
