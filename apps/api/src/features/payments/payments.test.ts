import type { PaymentsQuery } from '@pos/contract/payments';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { makePersonas } from '#testing/personas.ts';
import { refusalOf } from '#testing/refusals.ts';
import { checkReportInvariants } from '#testing/report-invariants.ts';
import {
  addStudent,
  bookOrder,
  earnAveDollars,
  handInRefunds,
  logIn,
  openFair,
  readOrder,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
  walletCents,
} from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

describe('payments', () => {
  let test: TestApp;
  let floor: SalesFloor;
  let register: TestRegister;
  beforeAll(async () => {
    test = await startTestApp();
    floor = await openFair(test);
    register = await logIn(floor, 'REG-01');
  });

  const list = async (query: z.input<typeof PaymentsQuery> = {}) =>
    (await test.owner.payments.list({ query })).data;
  const read = async (id: string) => (await test.owner.payments.getById({ params: { id } })).data;
  const put = async (id: string, note = 'The bank says so.') =>
    (await test.owner.payments.putUnderReview({ params: { id }, body: { note } })).data;
  const review = async (id: string, decision: 'approve' | 'reject', note = 'Called the bank.') =>
    (await test.owner.payments.review({ params: { id }, body: { decision, note } })).data;
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
    const order = await bookOrder(floor, register, {
      customerType: 'student',
      studentNumber,
      payments: [{ method: 5 }],
    });
    return { order, payment: order.payments[0]! };
  };

  describe('are listed', () => {
    it('newest first, sales and top-ups alike, each with its order, fair, device and student', async () => {
      await addStudent(floor, register, 'S-1', 2_000);
      const order = await bookOrder(floor, register, {
        customerType: 'student',
        studentNumber: 'S-1',
        payments: [
          { method: 5, amountCents: 900 },
          { method: 2, amountCents: 73, checkNumber: 'CHK-77' },
        ],
      });
      const { results, totalResults } = await list({ fairId: floor.fair.id });
      expect(totalResults).toBe(3);
      expect(
        results.map(({ method, type, purpose }) => [purpose, method, type]).toSorted(),
      ).toEqual([
        ['sale', 2, 0],
        ['sale', 5, 1],
        ['wallet_top_up', 3, 1],
      ]);
      expect(results.find(({ method }) => method === 5)).toMatchObject({
        status: 'completed',
        amountCents: 900,
        orderId: order.id,
        orderNumber: order.orderNumber,
        fairName: floor.fair.name,
        deviceId: 'REG-01',
        customerName: 'Robin Pupil S-1',
        studentNumber: 'S-1',
        businessDay: order.businessDay,
      });
      expect(results.find(({ purpose }) => purpose === 'wallet_top_up')).toMatchObject({
        orderId: null,
        orderNumber: null,
        customerName: 'Robin Pupil S-1',
        fairId: floor.fair.id,
      });
    });

    it('filtered, sorted and totaled by method', async () => {
      const order = await bookOrder(floor, register, {
        payments: [
          {
            method: 1,
            amountCents: 500,
            cardLast4: '4242',
            cardBrand: 'Visa',
            processorRef: 'ch_list',
          },
          { method: 3, amountCents: 473 },
        ],
      });
      const elsewhere = await openFair(test, {}, floor.cashierId);
      await bookOrder(elsewhere, await logIn(elsewhere, 'REG-ELSEWHERE'), {
        payments: [{ method: 4 }],
      });
      const count = async (query: z.input<typeof PaymentsQuery>) =>
        (await list(query)).totalResults;
      expect(await count({ method: [1, 4] })).toBe(2);
      expect(await count({ type: 1, fairId: floor.fair.id })).toBe(2);
      expect(await count({ purpose: 'wallet_top_up' })).toBe(1);
      expect(await count({ status: 'failed' })).toBe(0);
      expect(await count({ deviceId: register.id, minCents: 473, maxCents: 500 })).toBe(2);
      expect(await count({ from: '2020-01-01', to: '2020-12-31' })).toBe(0);
      expect((await list({ sort: '-amountCents' })).results[0]!.amountCents).toBe(2_000);
      expect(
        (await list({ sort: 'amountCents', fairId: floor.fair.id })).results[0]!.amountCents,
      ).toBe(73);
      const { data: totals } = await test.owner.payments.totals({
        query: { fairId: floor.fair.id },
      });
      expect(
        totals.map(({ method, count: number, amountCents }) => [method, number, amountCents]),
      ).toEqual([
        [1, 1, 500],
        [2, 1, 73],
        [3, 2, 2_473],
        [4, 0, 0],
        [5, 1, 900],
        [6, 0, 0],
      ]);
      expect(await count({ search: order.orderNumber })).toBe(2);
    });

    it.each([
      ['chk-77', 1],
      ['4242', 1],
      ['ch_list', 1],
      ['9.00', 1],
      ['$5.00', 1],
      ['Pupil S-1', 3],
      ['nothing at all', 0],
      ['02/30/2020', 0],
    ])('by a search for %s', async (search, found) => {
      expect((await list({ search })).totalResults).toBe(found);
    });

    it('by the day they were made', async () => {
      const [year, month, day] = (await list()).results[0]!.businessDay.split('-');
      expect((await list({ search: `${Number(month)}/${day}/${year}` })).totalResults).toBe(
        (await list({ from: `${year}-${month}-${day}`, to: `${year}-${month}-${day}` }))
          .totalResults,
      );
    });

    it('without the student for those who may not read Students, and not found by the name either', async () => {
      const client = test.client(
        (await makePersonas(test)).find(({ name }) => name === 'read Payments')!.token,
      );
      const { data } = await client.payments.list({ query: { fairId: floor.fair.id, method: 5 } });
      expect(data.results).toMatchObject([{ customerName: null, studentNumber: null }]);
      expect(
        (await client.payments.getById({ params: { id: data.results[0]!.id } })).data.customerName,
      ).toBeNull();
      expect(
        (await client.payments.list({ query: { search: 'Pupil S-1' } })).data.totalResults,
      ).toBe(0);
    });

    it('beyond row 10,000 newest first only', async () => {
      expect(await list({ page: 1_000, limit: 20, fairId: floor.fair.id })).toMatchObject({
        results: [],
      });
      expect(await refusalOf(list({ page: 1_000, limit: 20, status: 'completed' }))).toMatchObject({
        status: 400,
      });
    });
  });

  it('show their timeline, their order and its other payments', async () => {
    const order = await bookOrder(floor, register, {
      payments: [
        { method: 1, amountCents: 900, status: 'pending' },
        { method: 3, amountCents: 73 },
      ],
    });
    await register.pos.payments({
      body: {
        results: [
          {
            clientPaymentId: order.sold.payments[0]!.clientPaymentId,
            status: 'completed',
            processorRef: 'ch_9',
          },
        ],
      },
    });
    await handInRefunds(
      register,
      refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
    );
    const card = await read(order.payments[0]!.id);
    expect(card.events.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([
      [null, 'pending'],
      ['pending', 'completed'],
      ['completed', 'refunded'],
    ]);
    expect(card).toMatchObject({
      processorRef: 'ch_9',
      order: { orderNumber: order.orderNumber, status: 'refunded', totalCents: 973 },
      parts: [
        { method: 1, amountCents: 900, refundedCents: 900 },
        { method: 3, amountCents: 73 },
      ],
    });
    expect(await refusalOf(read(uuidv7()))).toMatchObject({ code: 'NOT_FOUND' });
  });

  describe('under review', () => {
    it('are approved once the eWallet covers them: the debit is retried', async () => {
      await addStudent(floor, register, 'S-2');
      const { order, payment } = await shortSale('S-2');
      expect(payment).toMatchObject({ status: 'under_review', reviewReason: 'WALLET_SHORT' });
      expect(await refusalOf(review(payment.id, 'approve'))).toMatchObject({
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
      expect(await walletCents(floor, 'S-2')).toBe(27);
      expect(await readOrder(floor, order.clientOrderId)).toMatchObject({
        status: 'completed',
        paymentStatus: 'completed',
        uncollectedCents: 0,
      });
      expect(await refusalOf(review(payment.id, 'reject'))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'Only a payment under review can be decided. This one is completed.',
      });
      await handInRefunds(
        register,
        refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
      );
      expect(await walletCents(floor, 'S-2')).toBe(1_000);
    });

    it('leave their amount uncollected when rejected; the order stays sold', async () => {
      await addStudent(floor, register, 'S-3');
      const { order, payment } = await shortSale('S-3');
      const before = (await test.owner.fairs.getById({ params: { id: floor.fair.id } })).data
        .netCents;
      expect(await review(payment.id, 'reject', 'Nobody pays.')).toMatchObject({
        status: 'failed',
        order: { status: 'completed', uncollectedCents: 973 },
      });
      expect(await readOrder(floor, order.clientOrderId)).toMatchObject({
        status: 'completed',
        paymentStatus: 'failed',
        uncollectedCents: 973,
      });
      expect(
        (await test.owner.fairs.getById({ params: { id: floor.fair.id } })).data.netCents,
      ).toBe(before);
    });

    it('by AveDollars are approved once the school has them', async () => {
      const { payments } = await bookOrder(floor, register, {
        customerType: 'school',
        payments: [{ method: 6 }],
      });
      const [payment] = payments;
      expect(payment).toMatchObject({ reviewReason: 'AVE_DOLLAR_SHORT' });
      expect(await refusalOf(review(payment!.id, 'approve'))).toMatchObject({
        code: 'AVE_DOLLAR_INSUFFICIENT',
      });
      await earnAveDollars(floor, 1_000);
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
        await addStudent(floor, register, `S-${decision}`);
        const { order, payment } = await shortSale(`S-${decision}`);
        expect(
          await handInRefunds(
            register,
            refundOfOrder(order.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
          ),
        ).toMatchObject([{ result: 'held', reason: 'INVALID_TRANSITION' }]);
        if (decision === 'approve') await topUp('S-approve', 1_000);
        await review(payment.id, decision);
        expect(await readOrder(floor, order.clientOrderId)).toMatchObject({
          status: 'refunded',
          refundedCents: 973,
          payments: [
            decision === 'approve'
              ? { status: 'refunded', refundedCents: 973 }
              : { status: 'failed', refundedCents: 0 },
          ],
        });
      }
      expect(await walletCents(floor, 'S-approve')).toBe(1_000);
    });

    it('are returned checks, refused Facts charges and disputed cards: counted until rejected', async () => {
      await addStudent(floor, register, 'S-8');
      const figures = async () =>
        (await test.owner.payments.totals({ query: { fairId: floor.fair.id } })).data;
      for (const [method, reviewReason] of [
        [2, 'CHECK_RETURNED'],
        [4, 'FACTS_REFUSED'],
        [1, 'CARD_DISPUTED'],
      ] as const) {
        const order = await bookOrder(floor, register, {
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
        expect(await readOrder(floor, order.clientOrderId)).toMatchObject({
          paymentStatus: 'under_review',
        });
        expect(await figures()).toEqual(before);
        expect(await refusalOf(put(id))).toMatchObject({
          code: 'INVALID_TRANSITION',
          message: 'Only a completed payment can be put under review. This one is under review.',
        });
        expect(await review(id, 'reject')).toMatchObject({
          status: 'failed',
          order: { status: 'completed', uncollectedCents: amountCents },
        });
        expect(await refusalOf(put(id))).toMatchObject({ code: 'INVALID_TRANSITION' });
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
      await addStudent(floor, register, 'S-9', 2_000);
      const check = (await bookOrder(floor, register, { payments: [{ method: 2 }] })).payments[0]!;
      await put(check.id);
      expect(await review(check.id, 'approve')).toMatchObject({
        status: 'completed',
        order: { uncollectedCents: 0 },
      });
      const cash = (await bookOrder(floor, register, { payments: [{ method: 3 }] })).payments[0]!;
      const stored = (
        await bookOrder(floor, register, {
          customerType: 'student',
          studentNumber: 'S-9',
          payments: [{ method: 5 }],
        })
      ).payments[0]!;
      expect(await refusalOf(put(cash.id))).toMatchObject({
        status: 409,
        code: 'INVALID_TRANSITION',
        message: 'A payment by Cash is final: it cannot be returned or disputed.',
      });
      expect(await refusalOf(put(stored.id))).toMatchObject({ code: 'INVALID_TRANSITION' });
      const topUpId = (
        await test.db
          .selectFrom('payments')
          .select('id')
          .where('purpose', '=', 'wallet_top_up')
          .executeTakeFirstOrThrow()
      ).id;
      expect(await refusalOf(put(topUpId))).toMatchObject({ code: 'INVALID_TRANSITION' });
      expect(await refusalOf(put(check.id, ' '))).toMatchObject({
        errors: { note: 'Write a note.' },
      });
      expect(await refusalOf(put(uuidv7()))).toMatchObject({ code: 'NOT_FOUND' });
      await test.db
        .updateTable('fairs')
        .set({ closeOutState: 'finished' })
        .where('id', '=', floor.fair.id)
        .execute();
      expect(await refusalOf(put(check.id))).toMatchObject({ code: 'FAIR_FINISHED' });
      await test.db
        .updateTable('fairs')
        .set({ closeOutState: 'open' })
        .where('id', '=', floor.fair.id)
        .execute();
      const outcomes = await Promise.allSettled([put(check.id), put(check.id), put(check.id)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are decided once, even if two people try, and never at a closed-out fair', async () => {
      await addStudent(floor, register, 'S-5', 1_000);
      await bookOrder(floor, register, {
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
      expect(await refusalOf(review(payment.id, 'approve'))).toMatchObject({
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

    it('are the only ones that can be decided, and only with a note', async () => {
      const { payments } = await bookOrder(floor, register, {
        payments: [{ method: 1, status: 'pending' }],
      });
      expect(await refusalOf(review(payments[0]!.id, 'approve'))).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'Only a payment under review can be decided. This one is pending.',
      });
      expect(await refusalOf(review(payments[0]!.id, 'approve', ' '))).toMatchObject({
        errors: { note: 'Write a note.' },
      });
      expect(await refusalOf(review(uuidv7(), 'approve'))).toMatchObject({ code: 'NOT_FOUND' });
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
