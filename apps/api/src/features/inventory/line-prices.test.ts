import type { PriceChange } from '@pos/contract/adjustments';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { BIBLE, HUNGER, PENCIL, startSelling } from '#testing/sales-floor.ts';

describe('prices of a fair', async () => {
  const { test, floor, register } = await startSelling();
  const change = async (sku: string, body: PriceChange) =>
    await test.ask.inventory.changePrice({
      params: { id: (await floor.line(sku)).id },
      body,
    });
  const catalog = (query: string, headers: Record<string, string> = {}) =>
    test.send(register.token)(`/v1/pos/catalog${query}`, { headers });
  const pricesOf = async (sku: string) =>
    (
      await test.db
        .selectFrom('fairLinePrices')
        .innerJoin('titles', 'titles.id', 'fairLinePrices.titleId')
        .select('fairLinePrices.priceCents')
        .where('fairLinePrices.fairId', '=', floor.fair.id)
        .where('titles.sku', '=', sku)
        .orderBy('since')
        .execute()
    ).map(({ priceCents }) => priceCents);

  it('change for registers in the next catalog; sales at a former price are booked, others held', async () => {
    const before = await register.book({ lines: [{ sku: HUNGER }] });
    const first = await catalog('');
    const tag = first.headers.get('etag') ?? '';
    const { data } = (await first.json()) as { data: { cursor: string } };
    expect((await catalog('', { 'if-none-match': tag })).status).toBe(304);
    expect(await change(HUNGER, { priceCents: 799, seenPriceCents: 899 })).toMatchObject({
      sku: HUNGER,
      priceCents: 799,
      onHand: 19,
    });
    expect((await catalog('', { 'if-none-match': tag })).status).toBe(200);
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
    const announced = await test.db
      .selectFrom('liveEvents')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    await change(PENCIL, { priceCents: 150, seenPriceCents: 125 });
    await change(PENCIL, { priceCents: 125, seenPriceCents: 150 });
    expect(await change(PENCIL, { priceCents: 125, seenPriceCents: 150 })).toMatchObject({
      priceCents: 125,
    });
    expect(await pricesOf(PENCIL)).toEqual([150, 125]);
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: floor.fair.id },
    });
    expect(data.results.slice(0, 2)).toMatchObject([
      {
        action: 'fair.price_changed',
        changes: { title: { to: line.title }, priceCents: { from: 150, to: 125 } },
      },
      { action: 'fair.price_changed', changes: { priceCents: { from: 125, to: 150 } } },
    ]);
    expect(
      await test.db
        .selectFrom('liveEvents')
        .select(['kinds', 'fairId'])
        .where('id', '>', announced.last ?? 0)
        .execute(),
    ).toContainEqual({
      kinds: expect.arrayContaining(['stock']),
      fairId: floor.fair.id,
    });
  });

  it('refuse a change of a price that is no longer the one seen, with the current line', async () => {
    expect(
      await getRefusal(change(BIBLE, { priceCents: 1000, seenPriceCents: 1100 })),
    ).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      message: 'The price is now $12.00, not $11.00: it was changed in the meantime.',
      current: { sku: BIBLE, priceCents: 1200 },
    });
    const [one, other] = await Promise.allSettled([
      change(BIBLE, { priceCents: 1001, seenPriceCents: 1200 }),
      change(BIBLE, { priceCents: 1002, seenPriceCents: 1200 }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('report every wrong field at once', async () => {
    const { id, priceCents } = await floor.line(BIBLE);
    const errorsOf = async (body: unknown) => {
      const response = await test.send(test.ownerToken)(
        `/v1/inventory/fair-inventory-change-price/${id}`,
        {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      );
      expect(response.status).toBe(400);
      return ((await response.json()) as { errors: unknown }).errors;
    };
    for (const wrong of [0, -1, 8.5, '899', null])
      expect(await errorsOf({ priceCents: wrong, seenPriceCents: priceCents })).toEqual({
        priceCents: 'Price is not a valid amount.',
      });
    expect(await errorsOf({ priceCents: 100_000 })).toEqual({
      priceCents: 'Enter at most $999.99.',
      seenPriceCents: 'Send the price that was seen.',
    });
    expect(await floor.line(BIBLE)).toMatchObject({ priceCents });
  });

  it('change only by edit Fairs, on a line that exists, at a fair that is not closed out', async () => {
    const { id, priceCents } = await floor.line(BIBLE);
    const body = { priceCents: 1500, seenPriceCents: priceCents };
    const reader = await signedInWith(test, [['Fair Inventory', 'edit']]);
    expect(
      await getRefusal(reader.client.inventory.changePrice({ params: { id }, body })),
    ).toMatchObject({ status: 403 });
    expect(
      await getRefusal(test.owner.inventory.changePrice({ params: { id: test.ownerId }, body })),
    ).toMatchObject({ status: 404 });
    const setState = (closeOutState: 'finished' | 'open') =>
      test.db.updateTable('fairs').set({ closeOutState }).where('id', '=', floor.fair.id).execute();
    await setState('finished');
    expect(await getRefusal(change(BIBLE, body))).toMatchObject({
      status: 409,
      code: 'FAIR_FINISHED',
    });
    await setState('open');
    expect(await floor.line(BIBLE)).toMatchObject({ priceCents });
    const editor = await signedInWith(test, [['Fairs', 'edit']]);
    expect(
      (await editor.client.inventory.changePrice({ params: { id }, body })).data.priceCents,
    ).toBe(1500);
  });
});
