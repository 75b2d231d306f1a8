import { describe, expect, it } from 'vitest';
import { BIBLE, HUNGER, openFair, STRAY, startSelling } from '#testing/sales-floor.ts';

describe('tax and discounts of sold lines', async () => {
  const { test, floor, register } = await startSelling();
  const setTaxable = (sku: string, taxable: boolean) =>
    test.db.updateTable('titles').set({ taxable }).where('sku', '=', sku).execute();

  it('hold an order whose line is taxable as the title never was in the catalog, either way', async () => {
    const untaxed = register.sold({ lines: [{ sku: HUNGER, taxable: false }] });
    const taxed = register.sold({ lines: [{ sku: HUNGER }, { sku: BIBLE, taxable: true }] });
    const stray = register.sold({ lines: [{ sku: STRAY, taxable: false }] });
    expect(await register.handIn(untaxed, taxed, stray, register.sold())).toMatchObject([
      {
        result: 'held',
        reason: 'TAX_MISMATCH',
        detail: 'lines.0.taxable: the register has false, the fair has true.',
      },
      {
        result: 'held',
        reason: 'TAX_MISMATCH',
        detail: 'lines.1.taxable: the register has true, the fair has false.',
      },
      { result: 'held', reason: 'TAX_MISMATCH' },
      { result: 'accepted' },
    ]);
    const online = register.sold({ mode: 'online', lines: [{ sku: HUNGER, taxable: false }] });
    expect(await register.handIn(online)).toMatchObject([
      { result: 'refused', code: 'VALIDATION_FAILED' },
    ]);
  });

  it('accept every setting that the title had in the catalog of this fair, also offline for a while', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-TAX');
    const [before, after] = [
      tablet.sold({ lines: [{ sku: HUNGER }] }),
      tablet.sold({ lines: [{ sku: HUNGER, taxable: false }] }),
    ];
    await setTaxable(HUNGER, false);
    expect(await tablet.handIn(before, after)).toMatchObject([
      { result: 'accepted' },
      { result: 'accepted' },
    ]);
    await setTaxable(HUNGER, true);
    expect(
      await tablet.handIn(tablet.sold({ lines: [{ sku: HUNGER, taxable: false }] })),
    ).toMatchObject([{ result: 'accepted' }]);
    const later = await openFair(test);
    const other = await later.logIn('REG-LATER');
    expect(
      await other.handIn(other.sold({ lines: [{ sku: HUNGER, taxable: false }] })),
    ).toMatchObject([{ result: 'held', reason: 'TAX_MISMATCH' }]);
  });

  it('are booked as the register had them when staff release the order', async () => {
    const order = register.sold({ lines: [{ sku: BIBLE, taxable: true }] });
    await register.handIn(order);
    const { results } = await test.ask.orders.held({
      query: { fairId: floor.fair.id, reason: 'TAX_MISMATCH' },
    });
    const { id } = results.find(({ clientOrderId }) => clientOrderId === order.clientOrderId)!;
    await test.owner.orders.decideHeld({ params: { id }, body: { decision: 'release' } });
    expect((await floor.readOrder(order.clientOrderId)).lines).toMatchObject([
      { sku: BIBLE, taxable: true, taxCents: 99 },
    ]);
  });

  it("flag a line discounted to nothing without holding it, and keep a discount's reason", async () => {
    const lines = [
      { sku: HUNGER, discountCents: 899, discountReason: 'Damaged cover' },
      { sku: BIBLE, discountCents: 100 },
    ];
    const { id, flags } = await register.book({ lines });
    expect(flags).toEqual(['discounted_to_nothing']);
    const { data } = await test.owner.orders.getById({ params: { id } });
    expect(data.lines.map(({ netCents, discountReason }) => [netCents, discountReason])).toEqual([
      [0, 'Damaged cover'],
      [1_100, null],
    ]);
    const free = { sku: null, category: 'Merchandise', title: 'Bookmark', unitPriceCents: 0 };
    expect((await register.book({ lines: [free] })).flags).toEqual([]);
  });
});
