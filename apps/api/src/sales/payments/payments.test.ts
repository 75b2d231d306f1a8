import type { PaymentsQuery } from '@pos/contract/sales/payments';
import { formatDay } from '@pos/contract/values/days';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { makePersonas } from '#testing/rights/personas.ts';
import { openFair, startSelling } from '#testing/selling/sales-floor.ts';

type Query = z.input<typeof PaymentsQuery>;

describe('payments', async () => {
  const { test, floor, register } = await startSelling();
  const { id: fairId } = floor.fair;
  const list = (query: Query = {}) => test.ask.payments.list({ query });
  const count = async (query: Query) => (await list(query)).totalResults;
  const read = (id: string) => test.ask.payments.getById({ params: { id } });

  describe('are listed', () => {
    it('newest first, sales and top-ups alike, each with its order, fair, device and student', async () => {
      await register.addStudent('S-1', 2_000);
      const { id, orderNumber, businessDay } = await register.book({
        customerType: 'student',
        studentNumber: 'S-1',
        payments: [
          { method: 5, amountCents: 900 },
          { method: 2, amountCents: 73, checkNumber: 'CHK-77' },
        ],
      });
      const { results } = await list({ fairId });
      const kinds = results.map(({ method, type, purpose }) => [purpose, method, type]);
      expect(kinds.toSorted()).toEqual([
        ['sale', 2, 0],
        ['sale', 5, 1],
        ['wallet_top_up', 3, 1],
      ]);
      expect(results.find(({ method }) => method === 5)).toMatchObject({
        status: 'completed',
        amountCents: 900,
        orderId: id,
        orderNumber,
        fairName: floor.fair.name,
        deviceId: 'REG-01',
        customerName: 'Robin Pupil S-1',
        studentNumber: 'S-1',
        businessDay,
      });
      expect(results.find(({ purpose }) => purpose === 'wallet_top_up')).toMatchObject({
        orderId: null,
        orderNumber: null,
        customerName: 'Robin Pupil S-1',
        fairId,
      });
    });

    it('filtered, sorted and totaled by method', async () => {
      const card = { cardLast4: '4242', cardBrand: 'Visa', processorRef: 'ch_list' };
      const { orderNumber } = await register.book({
        payments: [
          { method: 1, amountCents: 500, ...card },
          { method: 3, amountCents: 473 },
        ],
      });
      const elsewhere = await (await openFair(test)).logIn('REG-ELSEWHERE');
      await elsewhere.book({ payments: [{ method: 4 }] });
      for (const [query, found] of [
        [{ method: [1, 4] }, 2],
        [{ type: 1, fairId }, 2],
        [{ purpose: 'wallet_top_up' }, 1],
        [{ status: 'failed' }, 0],
        [{ deviceId: register.id, minCents: 473, maxCents: 500 }, 2],
        [{ from: '2020-01-01', to: '2020-12-31' }, 0],
        [{ search: orderNumber }, 2],
      ] satisfies [Query, number][])
        expect(await count(query), JSON.stringify(query)).toBe(found);
      expect((await list({ sort: '-amountCents' })).results[0]!.amountCents).toBe(2_000);
      expect((await list({ sort: 'amountCents', fairId })).results[0]!.amountCents).toBe(73);
      const totals = await test.ask.payments.totals({ query: { fairId } });
      expect(totals.map((one) => [one.method, one.part, one.count, one.amountCents])).toEqual([
        [1, 'sales', 1, 500],
        [2, 'sales', 1, 73],
        [3, 'sales', 1, 473],
        [3, 'top_ups', 1, 2_000],
        [5, 'sales', 1, 900],
      ]);
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
      expect(await count({ search })).toBe(found);
    });

    it('by the day they were made', async () => {
      const day = (await list()).results[0]!.businessDay;
      const search = formatDay(day).replace(/^0/, '');
      expect(await count({ search })).toBe(await count({ from: day, to: day }));
    });

    it('without the student for those who may not read Students, and not found by the name either', async () => {
      const personas = await makePersonas(test);
      const client = test.client(personas.find(({ name }) => name === 'read Payments')!.token);
      const { data } = await client.payments.list({ query: { fairId, method: 5 } });
      expect(data.results).toMatchObject([{ customerName: null, studentNumber: null }]);
      const params = { id: data.results[0]!.id };
      expect((await client.payments.getById({ params })).data.customerName).toBeNull();
      const { data: found } = await client.payments.list({ query: { search: 'Pupil S-1' } });
      expect(found.totalResults).toBe(0);
    });

    it('beyond row 10,000 in order of time only', async () => {
      const page = { page: 1_000, limit: 20 };
      expect(await list({ ...page, fairId })).toMatchObject({ results: [] });
      await expectRefusal(list({ ...page, sort: 'amountCents' }), 'VALIDATION_FAILED');
    });
  });

  it('show their timeline, their order and its other payments', async () => {
    const { sold, orderNumber, payments } = await register.book({
      payments: [
        { method: 1, amountCents: 900, status: 'pending' },
        { method: 3, amountCents: 73 },
      ],
    });
    const { clientPaymentId } = sold.payments[0]!;
    const processorRef = 'ch_9';
    await register.pos.payments({
      body: { results: [{ clientPaymentId, status: 'completed', processorRef }] },
    });
    await register.refund(sold);
    expect(await read(payments[0]!.id)).toMatchObject({
      processorRef,
      events: [
        { fromStatus: null, toStatus: 'pending' },
        { fromStatus: 'pending', toStatus: 'completed' },
        { fromStatus: 'completed', toStatus: 'refunded' },
      ],
      order: { orderNumber, status: 'refunded', totalCents: 973 },
      parts: [
        { method: 1, amountCents: 900, refundedCents: 900 },
        { method: 3, amountCents: 73 },
      ],
    });
    await expectRefusal(read(uuidv7()), 'NOT_FOUND');
  });
});
