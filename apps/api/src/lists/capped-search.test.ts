import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openExportFloor } from '#testing/selling/export-floor.ts';
import { openFair, PENCIL, type TestRegister } from '#testing/selling/sales-floor.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';

const BATCH = 50;

const CARD = { method: 1, cardLast4: '7001' } as const;
const CASH = { method: 3 } as const;

/** Sells orders with the title twice and two equal payments, `BATCH` of them at the same second. */
async function sellPencils(
  register: TestRegister,
  count: number,
  payment: typeof CARD | typeof CASH = CARD,
): Promise<void> {
  const start = Date.now();
  for (let sold = 0; sold < count; sold += BATCH) {
    const results = await register.handIn(
      ...Array.from({ length: Math.min(BATCH, count - sold) }, () =>
        register.sold({
          soldAt: new Date(start - sold * 20).toISOString(),
          lines: [{ sku: PENCIL }, { sku: PENCIL }],
          payments: [
            { ...payment, amountCents: 100 },
            { ...payment, amountCents: 171 },
          ],
        }),
      ),
    );
    expect(results.every(({ result }) => result === 'accepted')).toBe(true);
  }
}

describe('a search with many matches', async () => {
  const floor = await openExportFloor();
  const { test } = floor;
  const rehearsal = await openFair(test);
  await sellPencils(await rehearsal.logIn('REG-REHEARSAL'), 60, CASH);
  const { id: fairId, identifier } = rehearsal.fair;
  await test.owner.resets.reset({ body: { fairId, confirm: identifier } });
  const register = await floor.floor.logIn('REG-PENCILS');
  await sellPencils(register, 1_000);
  const { data } = await test.owner.orders.list({ query: { search: 'Pencil', limit: 10 } });
  const day = data.results[0]!.businessDay;

  const orders = (query: object) => floor.test.ask.orders.list({ query: { limit: 50, ...query } });
  const payments = (query: object) =>
    floor.test.ask.payments.list({ query: { limit: 50, ...query } });
  const getTotal = ({ totalResults, totalCapped }: Awaited<ReturnType<typeof orders>>) => [
    totalResults,
    totalCapped ?? false,
  ];

  it('has an exact total up to 1,000, without orders that a reset voided', async () => {
    for (const search of ['Pencil', '7001', '2.71'])
      expect([search, ...getTotal(await orders({ search }))]).toEqual([search, 1_000, false]);
    const pages = Array.from({ length: 20 }, (_, at) => orders({ search: 'Pencil', page: at + 1 }));
    const shown = (await Promise.all(pages)).flatMap(({ results }) => results.map(({ id }) => id));
    expect(new Set(shown).size).toBe(1_000);
    expect(getTotal(await orders({ search: 'Pencil', voided: 'include' }))).toEqual([1_000, true]);
    expect(getTotal(await orders({ search: 'Pencil', sort: 'totalCents' }))).toEqual([
      1_000,
      false,
    ]);
    expect(getTotal(await orders({ search: '$1.71' }))).toEqual([1_000, false]);
    expect(await payments({ search: '1.71' })).not.toHaveProperty('totalCapped');
  });

  describe('above 1,000', () => {
    beforeAll(() => sellPencils(register, 7));

    it('has a capped total in every order and with every filter', async () => {
      const [year, month, date] = day.split('-');
      const { fair } = floor.floor;
      for (const query of [
        { search: 'Pencil' },
        { search: '7001' },
        { search: '2.71' },
        { search: '1.71' },
        { search: `${month}/${date}/${year}` },
        { search: 'Pencil', sort: 'totalCents' },
        { search: 'Pencil', fairId: fair.id },
        { search: 'Pencil', status: ['completed'] },
        { search: fair.identifier },
      ] as const)
        expect([query, ...getTotal(await orders(query))]).toEqual([query, 1_000, true]);
      for (const search of ['7001', '1.00', fair.identifier])
        expect(await payments({ search })).toMatchObject({
          totalResults: 1_000,
          totalCapped: true,
          totalPages: 20,
        });
      expect(getTotal(await orders({ fairId: fair.id }))).toEqual([1_032, false]);
    });

    it('has the newest 1,000 on its pages, each once', async () => {
      const { rows: sold } = await sql<{ id: string; paymentIds: string[] }>`
        select o.id,
          (select array_agg(p.id order by p.id desc) from payments p where p.order_id = o.id)
            as payment_ids
        from orders o
        where o.total_cents = 271 and o.voided_by_reset_id is null
        order by o.sold_at desc, o.id desc`.execute(floor.test.db);
      expect(sold).toHaveLength(1_007);
      for (const search of ['Pencil', '7001', '2.71', '1.71']) {
        const pages = await Promise.all(
          Array.from({ length: 21 }, (_, index) => orders({ search, page: index + 1 })),
        );
        const shown = pages.flatMap(({ results }) => results.map(({ id }) => id));
        expect(shown, search).toEqual(sold.map(({ id }) => id));
      }
      const { rows: paid } = await sql<{ id: string }>`
        select id
        from payments
        where card_last4 = '7001' and voided_by_reset_id is null
        order by paid_at desc, id desc
        limit 1000`.execute(floor.test.db);
      const pages = await Promise.all(
        Array.from({ length: 20 }, (_, index) => payments({ search: '7001', page: index + 1 })),
      );
      expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(
        paid.map(({ id }) => id),
      );
    });

    it('is summed and exported completely', async () => {
      const search = 'Pencil';
      const { data: sums } = await floor.test.owner.orders.totals({ query: { search } });
      expect([sums.sold, sums.netCents]).toEqual([1_007, 1_007 * 250]);
      const { job, bytes } = await floor.exported({
        list: 'orders',
        query: { search, sort: '-soldAt' },
        format: 'xlsx',
      });
      expect(job.result).toMatchObject({ rows: 1_007 });
      expect(await writtenSheet(bytes, 'Orders')).toHaveLength(1_008);
    });
  });
});
