import type { NewPayouts } from '@pos/contract/students/payouts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { openPayoutDesk } from '#testing/selling/payout-desk.ts';

const CASH = 3;
const CHECK = 2;

/** A call on one eWallet, or a payout of all; calls of the same moment are sent at once. */
const CALL = fc.record({
  of: fc.nat({ max: 1 }),
  does: fc.constantFrom(
    'topUp' as const,
    'topUp' as const,
    'payOut' as const,
    'payOutAll' as const,
    'reverse' as const,
  ),
  cents: fc.integer({ min: 1, max: 900 }),
  isCheck: fc.boolean(),
  /** Payout to reverse, counted back from the latest, which may have been reversed before. */
  nth: fc.nat({ max: 4 }),
});
type SentCall = typeof CALL extends fc.Arbitrary<infer T> ? T : never;
/** A payout, or cents that a call which was not refused added to an eWallet and to the drawer. */
type Booked = { payoutId: string; of: number; amountCents: number; isCheck: boolean };
type Effect = { of: number; walletCents: number; drawerCents: number };

describe('top-ups, payouts and reversals in any order, also at once', async () => {
  const booked: Booked[] = [];
  const reversed = new Set<string>();
  const desk = await openPayoutDesk();
  const { test, floor } = desk;
  const { schoolId } = floor.fair;
  const students = [(await desk.add(0)).id, (await desk.add(0)).id];
  const balances = () => Promise.all(students.map(desk.balance));
  const total = (wallets: readonly number[]) => wallets.reduce((sum, cents) => sum + cents, 0);
  /** Sums of the ledger entries of each eWallet, from the table. */
  const ledgerSums = () =>
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
  const moved = (of: number, walletCents: number, isCheck: boolean): Effect => ({
    of,
    walletCents,
    drawerCents: isCheck ? 0 : walletCents,
  });
  const paid = (payout: Booked): Effect => {
    booked.push(payout);
    return moved(payout.of, -payout.amountCents, payout.isCheck);
  };
  const send: Record<SentCall['does'], (call: SentCall) => Promise<Effect[]>> = {
    topUp: async ({ of, cents, isCheck }) => {
      // One check is credited once.
      const by = isCheck ? { method: CHECK, checkNumber: String(++checks) } : { method: CASH };
      const body = { ...by, amountCents: cents } as { method: 3; amountCents: number };
      await test.owner.deskTopUps.add({ params: { id: students[of]! }, body });
      return [moved(of, cents, isCheck)];
    },
    payOut: async ({ of, cents, isCheck }) => {
      const pay = isCheck ? desk.payCheck : desk.payCash;
      return [paid({ ...(await pay(students[of]!, cents)), of, isCheck })];
    },
    payOutAll: async ({ isCheck }) => {
      const { first } = await desk.leftovers(schoolId);
      if (first.length === 0) return [];
      const chosen = first.map(({ studentId, balanceCents }) => ({
        studentId,
        amountCents: balanceCents,
        ...(isCheck && { checkNumber: '1' }),
      }));
      const body = { method: isCheck ? CHECK : CASH, students: chosen } as NewPayouts;
      const all = await test.ask.payouts.addAll({ params: { id: schoolId }, body });
      expect(all.amountCents).toBe(total(chosen.map(({ amountCents }) => amountCents)));
      return chosen.map(({ studentId, amountCents }, index) => {
        const of = students.indexOf(studentId);
        return paid({ payoutId: all.payoutIds[index]!, of, amountCents, isCheck });
      });
    },
    reverse: async ({ nth }) => {
      const payout = booked.at(-1 - nth);
      if (!payout) return [];
      const { payoutId, of, isCheck, amountCents } = payout;
      const body = { reason: 'mistake', note: 'Booked twice.' } as const;
      await test.owner.payouts.reverse({ params: { id: payoutId }, body });
      expect(reversed.has(payoutId)).toBe(false);
      reversed.add(payoutId);
      return [moved(of, amountCents, isCheck)];
    },
  };

  it('leave every ledger at its balance, and the expected cash of the day at the sum of its lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(CALL, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (moments) => {
          const wallets = await balances();
          let drawerCents = (await desk.officeDay()).totals.expectedCashCents;
          for (const calls of moments) {
            const answers = await Promise.allSettled(calls.map((call) => send[call.does](call)));
            for (const answer of answers) {
              if (answer.status === 'rejected') expect(answer.reason).toHaveProperty('status', 409);
              else
                for (const effect of answer.value) {
                  wallets[effect.of]! += effect.walletCents;
                  drawerCents += effect.drawerCents;
                }
            }
            expect(await balances()).toEqual(wallets);
            expect(await ledgerSums()).toEqual(wallets);
            expect((await desk.leftovers(schoolId)).balanceCents).toBe(total(wallets));
          }
          const { topUps, payouts, payoutReversals, totals } = await desk.officeDay();
          expect(totals.expectedCashCents).toBe(drawerCents);
          const cash = (lines: readonly { method: number; amountCents: number }[]) =>
            lines.reduce((sum, line) => sum + (line.method === CASH ? line.amountCents : 0), 0);
          expect(drawerCents).toBe(cash(topUps) - cash(payouts) + cash(payoutReversals));
          expect(payoutReversals).toHaveLength(reversed.size);
          await checkSealedInvariants(test.db);
        },
      ),
      { numRuns: 8 },
    );
    expect(reversed.size).toBeGreaterThan(0);
  });
});
