import type { PaymentsQuery } from '@pos/contract/payments';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { makePersonas } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { openFair, refundOfOrder, startSelling } from '#testing/sales-floor.ts';

describe('payments', async () => {
  const { test, floor, register } = await startSelling();

  const list = (query: z.input<typeof PaymentsQuery> = {}) => test.ask.payments.list({ query });
  const read = (id: string) => test.ask.payments.getById({ params: { id } });

  describe('are listed', () => {
    it('newest first, sales and top-ups alike, each with its order, fair, device and student', async () => {
      await register.addStudent('S-1', 2_000);
      const order = await register.book({
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
      const order = await register.book({
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
      const elsewhere = await openFair(test);
      await (
        await elsewhere.logIn('REG-ELSEWHERE')
      ).book({
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
      expect(await getRefusal(list({ page: 1_000, limit: 20, status: 'completed' }))).toMatchObject(
        {
          status: 400,
        },
      );
    });
  });

  it('show their timeline, their order and its other payments', async () => {
    const order = await register.book({
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
    await register.handInRefunds(
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
    expect(await getRefusal(read(uuidv7()))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
