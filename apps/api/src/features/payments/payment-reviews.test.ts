import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { checkReportInvariants } from '#testing/report-invariants.ts';
import { refundOfOrder, startSelling } from '#testing/sales-floor.ts';

describe('reviews of payments', async () => {
  const { test, floor, register } = await startSelling();
  const read = (id: string) => test.ask.payments.getById({ params: { id } });
  const put = (id: string, note = 'The bank says so.') =>
    test.ask.payments.putUnderReview({ params: { id }, body: { note } });
  const review = (id: string, decision: 'approve' | 'reject', note = 'Called the bank.') =>
    test.ask.payments.review({ params: { id }, body: { decision, note } });
  const topUp = async (studentNumber: string, amountCents: number) => {
    const body = {
      topUps: [
        {
          clientPaymentId: uuidv4(),
          studentNumber,
          method: 3 as const,
          amountCents,
          status: 'completed' as const,
          paidAt: new Date().toISOString(),
        },
      ],
    };
    expect((await register.pos.payments({ body })).data.results).toMatchObject([
      { result: 'accepted' },
    ]);
  };
  const shortSale = async (studentNumber: string) => {
    const order = await register.book({
      customerType: 'student',
      studentNumber,
      payments: [{ method: 5 }],
    });
    return { order, payment: order.payments[0]! };
  };

  describe('under review', () => {
    it('are approved once the eWallet covers them: the debit is retried', async () => {
      await register.addStudent('S-2');
      const { order, payment } = await shortSale('S-2');
      expect(payment).toMatchObject({ status: 'under_review', reviewReason: 'WALLET_SHORT' });
      expect(await getRefusal(review(payment.id, 'approve'))).toMatchObject({
        status: 409,
        code: 'WALLET_INSUFFICIENT',
      });
      expect(await read(payment.id)).toMatchObject({
        status: 'under_review',
        events: [{ toStatus: 'under_review' }],
      });
      await topUp('S-2', 1_000);
      expect(await review(payment.id, 'approve', 'Mother paid in.')).toMatchObject({
        status: 'completed',
        events: [
          { toStatus: 'under_review' },
          {
            fromStatus: 'under_review',
            toStatus: 'completed',
            note: 'Mother paid in.',
            actor: 'Account Owner',
          },
        ],
      });
      expect(await floor.walletCents('S-2')).toBe(27);
      expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
        status: 'completed',
        paymentStatus: 'completed',
        uncollectedCents: 0,
      });
      expect(await getRefusal(review(payment.id, 'reject'))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'Only a payment under review can be decided. This one is completed.',
      });
      await register.handInRefunds(
        refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
      );
      expect(await floor.walletCents('S-2')).toBe(1_000);
    });

    it('leave their amount uncollected when rejected; the order stays sold', async () => {
      await register.addStudent('S-3');
      const { order, payment } = await shortSale('S-3');
      const before = (await test.ask.fairs.getById({ params: { id: floor.fair.id } })).netCents;
      expect(await review(payment.id, 'reject', 'Nobody pays.')).toMatchObject({
        status: 'failed',
        order: { status: 'completed', uncollectedCents: 973 },
      });
      expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
        status: 'completed',
        paymentStatus: 'failed',
        uncollectedCents: 973,
      });
      expect((await test.ask.fairs.getById({ params: { id: floor.fair.id } })).netCents).toBe(
        before,
      );
    });

    it('by AveDollars are approved once the school has them', async () => {
      const { payments } = await register.book({
        customerType: 'school',
        payments: [{ method: 6 }],
      });
      const [payment] = payments;
      expect(payment).toMatchObject({ reviewReason: 'AVE_DOLLAR_SHORT' });
      expect(await getRefusal(review(payment!.id, 'approve'))).toMatchObject({
        code: 'AVE_DOLLAR_INSUFFICIENT',
      });
      await floor.earnAveDollars(1_000);
      await review(payment!.id, 'approve');
      expect(
        await test.db
          .selectFrom('schools')
          .select('aveDollarBalanceCents')
          .where('id', '=', floor.fair.schoolId)
          .executeTakeFirst(),
      ).toEqual({ aveDollarBalanceCents: 27 });
    });

    it('release the refund that waited for them, approved or not', async () => {
      for (const decision of ['approve', 'reject'] as const) {
        await register.addStudent(`S-${decision}`);
        const { order, payment } = await shortSale(`S-${decision}`);
        expect(
          await register.handInRefunds(
            refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
          ),
        ).toMatchObject([{ result: 'held', reason: 'INVALID_TRANSITION' }]);
        if (decision === 'approve') await topUp('S-approve', 1_000);
        await review(payment.id, decision);
        expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
          status: 'refunded',
          refundedCents: 973,
          payments: [
            decision === 'approve'
              ? { status: 'refunded', refundedCents: 973 }
              : { status: 'failed', refundedCents: 0 },
          ],
        });
      }
      expect(await floor.walletCents('S-approve')).toBe(1_000);
    });

    it('are returned checks, refused Facts charges and disputed cards: counted until rejected', async () => {
      await register.addStudent('S-8');
      const figures = () => test.ask.payments.totals({ query: { fairId: floor.fair.id } });
      for (const [method, reviewReason] of [
        [2, 'CHECK_RETURNED'],
        [4, 'FACTS_REFUSED'],
        [1, 'CARD_DISPUTED'],
      ] as const) {
        const order = await register.book({
          customerType: 'student',
          studentNumber: 'S-8',
          payments: [{ method }],
        });
        const { id, amountCents } = order.payments[0]!;
        const before = await figures();
        expect((await put(id, 'A letter came.')).events.at(-1)).toMatchObject({
          fromStatus: 'completed',
          toStatus: 'under_review',
          note: 'A letter came.',
          actor: 'Account Owner',
        });
        expect(await read(id)).toMatchObject({
          status: 'under_review',
          reviewReason,
          order: { status: 'completed', uncollectedCents: 0 },
        });
        expect(await floor.readOrder(order.clientOrderId)).toMatchObject({
          paymentStatus: 'under_review',
        });
        expect(await figures()).toEqual(before);
        expect(await getRefusal(put(id))).toMatchObject({
          code: 'INVALID_TRANSITION',
          message: 'Only a completed payment can be put under review. This one is under review.',
        });
        expect(await review(id, 'reject')).toMatchObject({
          status: 'failed',
          order: { status: 'completed', uncollectedCents: amountCents },
        });
        expect(await getRefusal(put(id))).toMatchObject({ code: 'INVALID_TRANSITION' });
        const { data } = await test.owner.activity.list({
          query: { entity: 'payment', entityId: id },
        });
        expect(data.results.map(({ action }) => action)).toEqual([
          'payment.rejected',
          'payment.put_under_review',
        ]);
      }
    });

    it('become completed again when settled, and are never cash, stored value or a top-up', async () => {
      await register.addStudent('S-9', 2_000);
      const check = (await register.book({ payments: [{ method: 2 }] })).payments[0]!;
      await put(check.id);
      expect(await review(check.id, 'approve')).toMatchObject({
        status: 'completed',
        order: { uncollectedCents: 0 },
      });
      const cash = (await register.book({ payments: [{ method: 3 }] })).payments[0]!;
      const stored = (
        await register.book({
          customerType: 'student',
          studentNumber: 'S-9',
          payments: [{ method: 5 }],
        })
      ).payments[0]!;
      expect(await getRefusal(put(cash.id))).toMatchObject({
        status: 409,
        code: 'INVALID_TRANSITION',
        message: 'A payment by Cash is final: it cannot be returned or disputed.',
      });
      expect(await getRefusal(put(stored.id))).toMatchObject({ code: 'INVALID_TRANSITION' });
      const topUpId = (
        await test.db
          .selectFrom('payments')
          .select('id')
          .where('purpose', '=', 'wallet_top_up')
          .executeTakeFirstOrThrow()
      ).id;
      expect(await getRefusal(put(topUpId))).toMatchObject({ code: 'INVALID_TRANSITION' });
      expect(await getRefusal(put(check.id, ' '))).toMatchObject({
        errors: { note: 'Write a note.' },
      });
      expect(await getRefusal(put(uuidv7()))).toMatchObject({ code: 'NOT_FOUND' });
      await test.db
        .updateTable('fairs')
        .set({ closeOutState: 'finished' })
        .where('id', '=', floor.fair.id)
        .execute();
      expect(await getRefusal(put(check.id))).toMatchObject({ code: 'FAIR_FINISHED' });
      await test.db
        .updateTable('fairs')
        .set({ closeOutState: 'open' })
        .where('id', '=', floor.fair.id)
        .execute();
      const outcomes = await Promise.allSettled([put(check.id), put(check.id), put(check.id)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are decided once, even if two people try, and never at a closed-out fair', async () => {
      await register.addStudent('S-5', 1_000);
      await register.book({
        customerType: 'student',
        studentNumber: 'S-5',
        payments: [{ method: 5 }],
      });
      const { payment } = await shortSale('S-5');
      await topUp('S-5', 1_000);
      await test.db
        .updateTable('fairs')
        .set({ closeOutState: 'finished' })
        .where('id', '=', floor.fair.id)
        .execute();
      expect(await getRefusal(review(payment.id, 'approve'))).toMatchObject({
        code: 'FAIR_FINISHED',
      });
      await test.db
        .updateTable('fairs')
        .set({ closeOutState: 'open' })
        .where('id', '=', floor.fair.id)
        .execute();
      const outcomes = await Promise.allSettled([
        review(payment.id, 'approve'),
        review(payment.id, 'reject'),
        review(payment.id, 'approve'),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are the only ones that can be decided, and rejected only with a note', async () => {
      const { payments } = await register.book({
        payments: [{ method: 1, status: 'pending' }],
      });
      expect(await getRefusal(review(payments[0]!.id, 'approve'))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'Only a payment under review can be decided. This one is pending.',
      });
      expect(await getRefusal(review(payments[0]!.id, 'reject', ' '))).toMatchObject({
        errors: { note: 'Write a note.' },
      });
      expect(await getRefusal(review(uuidv7(), 'approve'))).toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  it('leave reports that agree to the cent', async () => {
    const { schoolIdentifier, startDate, endDate } = floor.fair;
    const { summary } = await checkReportInvariants(test.send(test.ownerToken), {
      schoolIdentifier,
      startDate,
      endDate,
    });
    expect(summary.totals.uncollectedCents).toBeGreaterThan(0);
  });
});
