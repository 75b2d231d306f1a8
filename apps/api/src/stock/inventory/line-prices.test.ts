import { describe, expect, it } from 'vitest';
import { readActivity } from '#testing/calls/reading.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { BIBLE, HUNGER, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';

describe('prices of a fair', async () => {
  const { test, floor, register } = await startSelling();
  const change = async (sku: string, priceCents: number, seenPriceCents: number) => {
    const { id } = await floor.line(sku);
    return await test.ask.inventory.changePrice({
      params: { id },
      body: { priceCents, seenPriceCents },
    });
  };
  const catalog = (headers: Record<string, string> = {}) =>
    test.send(register.token)('/v1/pos/catalog', { headers });

  it('change for registers in the next catalog; sales at a former price are booked, others held', async () => {
    const before = await register.book({ lines: [{ sku: HUNGER }] });
    const first = await catalog();
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    const { data } = (await first.json()) as { data: { cursor: string } };
    expect((await catalog(known)).status).toBe(304);
    const changed = { sku: HUNGER, priceCents: 799, onHand: 19 };
    expect(await change(HUNGER, 799, 899)).toMatchObject(changed);
    expect((await catalog(known)).status).toBe(200);
    const { titles } = (await register.pos.catalog({ query: { since: data.cursor } })).data;
    expect(titles.find(({ sku }) => sku === HUNGER)).toMatchObject({ priceCents: 799 });

    const sold = (unitPriceCents: number) =>
      register.sold({ lines: [{ sku: HUNGER, unitPriceCents }] });
    expect(await register.handIn(sold(799), sold(899), sold(699))).toMatchObject([
      { result: 'accepted' },
      { result: 'accepted' },
      {
        result: 'held',
        reason: 'PRICE_MISMATCH',
        detail: 'lines.0.unitPriceCents: the register has 699, the fair has 799 or 899.',
      },
    ]);
    expect(await floor.readOrder(before.sold.clientOrderId)).toMatchObject({
      totalCents: before.totalCents,
      lines: [{ unitPriceCents: 899 }],
    });
  });

  it('keep every former price, record each change, and announce it to open pages', async () => {
    const line = await floor.line(PENCIL);
    const events = test.db.selectFrom('liveEvents');
    const { last } = await events
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    await change(PENCIL, 150, 125);
    await change(PENCIL, 125, 150);
    expect(await change(PENCIL, 125, 150)).toMatchObject({ priceCents: 125 });
    const prices = await test.db
      .selectFrom('fairLinePrices')
      .select('priceCents')
      .where('fairId', '=', floor.fair.id)
      .where('titleId', '=', line.titleId)
      .orderBy('since')
      .execute();
    expect(prices).toEqual([{ priceCents: 150 }, { priceCents: 125 }]);
    expect((await readActivity(test, 'fair', floor.fair.id)).slice(0, 2)).toMatchObject([
      {
        action: 'fair.price_changed',
        changes: { title: { to: line.title }, priceCents: { from: 150, to: 125 } },
      },
      { action: 'fair.price_changed', changes: { priceCents: { from: 125, to: 150 } } },
    ]);
    const announced = await events
      .select(['kinds', 'fairId'])
      .where('id', '>', last ?? 0)
      .execute();
    const kinds = expect.arrayContaining(['stock']);
    expect(announced).toContainEqual({ kinds, fairId: floor.fair.id });
  });

  it('refuse a change of a price that is no longer the one seen, with the current line', async () => {
    await expectRefusal(change(BIBLE, 1000, 1100), 'STALE_VERSION', {
      message: 'The price is now $12.00, not $11.00: it was changed in the meantime.',
      current: { sku: BIBLE, priceCents: 1200 },
    });
    const race = await Promise.allSettled([change(BIBLE, 1001, 1200), change(BIBLE, 1002, 1200)]);
    expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
