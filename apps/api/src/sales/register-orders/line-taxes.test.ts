import { describe, expect, it } from 'vitest';
import { BIBLE, HUNGER, openFair, startSelling, STRAY } from '#testing/selling/sales-floor.ts';

const UNTAXED = { lines: [{ sku: HUNGER, taxable: false }] };
const HELD = { result: 'held', reason: 'TAX_MISMATCH' };

describe('tax and discounts of sold lines', async () => {
  const { test, floor, register } = await startSelling();
  const setTaxable = (sku: string, taxable: boolean) =>
    test.db.updateTable('titles').set({ taxable }).where('sku', '=', sku).execute();

  it('hold an order whose line is taxable as the title never was in the catalog, either way', async () => {
    const taxed = { lines: [{ sku: HUNGER }, { sku: BIBLE, taxable: true }] };
    const stray = { lines: [{ sku: STRAY, taxable: false }] };
    const orders = [UNTAXED, taxed, stray, {}].map((wish) => register.sold(wish));
    expect(await register.handIn(...orders)).toMatchObject([
      { ...HELD, detail: 'lines.0.taxable: the register has false, the fair has true.' },
      { ...HELD, detail: 'lines.1.taxable: the register has true, the fair has false.' },
      HELD,
      { result: 'accepted' },
    ]);
    expect(await register.handIn(register.sold({ mode: 'online', ...UNTAXED }))).toMatchObject([
      { result: 'refused', code: 'VALIDATION_FAILED' },
    ]);
  });

  it('accept every setting that the title had in the catalog of this fair, also offline for a while', async () => {
    const own = await openFair(test);
    const tablet = await own.logIn('REG-TAX');
    await setTaxable(HUNGER, false);
    const accepted = { result: 'accepted' };
    const orders = [tablet.sold({ lines: [{ sku: HUNGER }] }), tablet.sold(UNTAXED)];
    expect(await tablet.handIn(...orders)).toMatchObject([accepted, accepted]);
    await setTaxable(HUNGER, true);
    expect(await tablet.handIn(tablet.sold(UNTAXED))).toMatchObject([accepted]);
    const later = await (await openFair(test)).logIn('REG-LATER');
    expect(await later.handIn(later.sold(UNTAXED))).toMatchObject([HELD]);
  });

  it('are booked as the register had them when staff release the order', async () => {
    const { sold, held } = await register.hold({ lines: [{ sku: BIBLE, taxable: true }] });
    await floor.decide(held);
    expect((await floor.readOrder(sold.clientOrderId)).lines).toMatchObject([
      { sku: BIBLE, taxable: true, taxCents: 99 },
    ]);
  });

  it("flag a line discounted to nothing without holding it, and keep a discount's reason", async () => {
    const given = { sku: HUNGER, discountCents: 899, discountReason: 'Damaged cover' };
    expect(
      await register.book({ lines: [given, { sku: BIBLE, discountCents: 100 }] }),
    ).toMatchObject({
      flags: ['discounted_to_nothing'],
      lines: [
        { netCents: 0, discountReason: 'Damaged cover' },
        { netCents: 1_100, discountReason: null },
      ],
    });
    const free = { sku: null, category: 'Merchandise', title: 'Bookmark', unitPriceCents: 0 };
    expect((await register.book({ lines: [free] })).flags).toEqual([]);
  });
});
