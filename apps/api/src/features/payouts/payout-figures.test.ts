import type { Payout } from '@pos/contract/payouts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

const CASH = 3;
const CHECK = 2;

/** A call on one eWallet; calls of the same moment are sent at once. */
const CALL = fc.record({
  of: fc.nat({ max: 1 }),
  does: fc.constantFrom('topUp' as const, 'payOut' as const, 'reverse' as const),
  cents: fc.integer({ min: 1, max: 900 }),
  isCheck: fc.boolean(),
  /** Payout to reverse, counted back from the latest, which may have been reversed before. */
  nth: fc.nat({ max: 4 }),
});
type SentCall = typeof CALL extends fc.Arbitrary<infer T> ? T : never;
type Booked = Payout & { of: number; isCheck: boolean };
/** Cents that a call which was not refused added to an eWallet and to the drawer. */
type Effect = { of: number; walletCents: number; drawerCents: number };

describe('top-ups, payouts and reversals in any order, also at once', async () => {
  const students: string[] = [];
  const booked: Booked[] = [];
  const reversed = new Set<string>();
  const test = await startTestApp();
  const { fair } = await openFair(test);
  await test.db.updateTable('settings').set({ ewalletLeftoverPolicy: 'refund' }).execute();
  for (const studentNumber of ['P-1', 'P-2']) {
    const body = { schoolId: fair.schoolId, studentNumber, firstName: 'Bo', lastName: 'Tarn' };
    students.push((await test.ask.studentRecords.add({ body })).id);
  }
  const idOf = (of: number) => ({ params: { id: students[of]! } });
  const totals = () => test.ask.deskTopUps.officeDay({ query: {} });
  const balances = async () =>
    Promise.all(
      students.map(
        async (id) => (await test.ask.students.getById({ params: { id } })).walletBalanceCents,
      ),
    );
  /** Sums of the ledger entries of each eWallet, from the table. */
  const ledgerSums = async () =>
    Promise.all(
      students.map(async (studentId) => {
        const { sum } = await test.db
          .selectFrom('walletEntries')
          .innerJoin('wallets', 'wallets.id', 'walletEntries.walletId')
          .where('wallets.studentId', '=', studentId)
          .select(({ fn }) => fn.sum<string | null>('amountCents').as('sum'))
          .executeTakeFirstOrThrow();
        return Number(sum ?? 0);
      }),
    );

  let checks = 0;
  const topUp = async ({ of, cents, isCheck }: SentCall): Promise<Effect> => {
    // One check is credited once.
    const by = isCheck
      ? ({ method: CHECK, checkNumber: String((checks += 1)) } as const)
      : ({ method: CASH } as const);
    await test.owner.deskTopUps.add({ ...idOf(of), body: { ...by, amountCents: cents } });
    return { of, walletCents: cents, drawerCents: isCheck ? 0 : cents };
  };
  const payOut = async ({ of, cents, isCheck }: SentCall): Promise<Effect> => {
    const by = isCheck
      ? ({ method: CHECK, checkNumber: '1' } as const)
      : ({ method: CASH } as const);
    const { data } = await test.owner.payouts.add({
      ...idOf(of),
      body: { ...by, amountCents: cents },
    });
    booked.push({ ...data, of, isCheck });
    return { of, walletCents: -cents, drawerCents: isCheck ? 0 : -cents };
  };
  const reverse = async ({ payoutId, of, isCheck, amountCents }: Booked): Promise<Effect> => {
    await test.owner.payouts.reverse({
      params: { id: payoutId },
      body: { reason: 'mistake', note: 'Booked twice.' },
    });
    expect(reversed.has(payoutId)).toBe(false);
    reversed.add(payoutId);
    return { of, walletCents: amountCents, drawerCents: isCheck ? 0 : amountCents };
  };
  const send = (call: SentCall): Promise<Effect> | undefined => {
    if (call.does === 'topUp') return topUp(call);
    if (call.does === 'payOut') return payOut(call);
    const payout = booked.at(-1 - call.nth);
    return payout && reverse(payout);
  };

  it('leave every ledger at its balance, and the expected cash of the day at the sum of its lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(CALL, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (moments) => {
          const wallets = await balances();
          let drawerCents = (await totals()).totals.expectedCashCents;
          for (const calls of moments) {
            for (const sent of await Promise.allSettled(
              calls.flatMap((call) => send(call) ?? []),
            )) {
              if (sent.status === 'rejected') {
                expect(sent.reason).toHaveProperty('status', 409);
                continue;
              }
              wallets[sent.value.of]! += sent.value.walletCents;
              drawerCents += sent.value.drawerCents;
            }
            expect(await balances()).toEqual(wallets);
            expect(await ledgerSums()).toEqual(wallets);
          }
          const { topUps, payouts, payoutReversals, totals: sums } = await totals();
          expect(sums.expectedCashCents).toBe(drawerCents);
          const cash = (lines: readonly { method: number; amountCents: number }[]) =>
            lines.reduce((sum, line) => sum + (line.method === CASH ? line.amountCents : 0), 0);
          expect(drawerCents).toBe(cash(topUps) - cash(payouts) + cash(payoutReversals));
          expect(payoutReversals).toHaveLength(reversed.size);
          await checkInvariants(test.db);
        },
      ),
      { numRuns: 8 },
    );
    expect(reversed.size).toBeGreaterThan(0);
  });
});
