import { describe, expect, it } from 'vitest';
import { CartonDesk, GOOSE, MOON, PEN } from '#testing/selling/carton-desk.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('carton returns', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);

  it('moves no quantity at return, where a delivered carton comes back or is missing, or back later', async () => {
    const fair = await desk.packedFair('BACK');
    await desk.confirmed(fair, 'delivery', 1, 2, 3);
    const before = await desk.quantities(fair);
    expect(await desk.confirmed(fair, 'return', 1)).toMatchObject({
      expected: 3,
      scanned: 1,
      earlier: 0,
      missing: [
        { code: 'BACK-C2', status: 'delivered' },
        { code: 'BACK-C3', status: 'delivered' },
      ],
    });
    expect(await desk.states(fair)).toBe(
      'returned missing_at_return missing_at_return missing_at_delivery',
    );
    expect(await desk.confirmed(fair, 'return', 3)).toMatchObject({
      expected: 3,
      scanned: 1,
      earlier: 1,
      missing: [{ code: 'BACK-C2', status: 'missing_at_return' }],
    });
    expect(await desk.states(fair)).toBe('returned missing_at_return returned missing_at_delivery');
    expect(await desk.quantities(fair)).toEqual(before);
    const scannedBy = { scannedInBy: expect.any(String), scannedBackBy: expect.any(String) };
    expect((await desk.readCartons(fair))[0]).toMatchObject(scannedBy);
    expect((await desk.readActivity(fair))[0]).toMatchObject({
      action: 'fair.cartons_scanned_back',
      changes: {
        returnedCartons: { from: 1, to: 2 },
        missingCartons: { from: ['BACK-C2', 'BACK-C3'], to: ['BACK-C2'] },
      },
    });
  });

  it('asks for the delivery scan of a returning carton reported missing at delivery', async () => {
    const fair = await desk.packedFair('GHOST');
    await desk.confirmed(fair, 'delivery', 1, 2, 3);
    const before = await desk.quantities(fair);
    expect(await desk.confirmed(fair, 'return', 1, 2, 3, 10)).toMatchObject({
      expected: 3,
      scanned: 3,
      missing: [],
      unexpected: [
        {
          code: 'GHOST-C10',
          reason: 'missing_at_delivery',
          text: 'Carton GHOST-C10 was reported missing at delivery. Scan it at delivery first, then return it.',
        },
      ],
    });
    expect(await desk.quantities(fair)).toEqual(before);
    await desk.confirmed(fair, 'delivery', 10);
    await desk.confirmed(fair, 'return', 10);
    expect(await desk.states(fair)).toBe('returned returned returned returned');
    expect((await desk.quantities(fair))[PEN]).toMatchObject({ missingQty: 0, onHand: 45 });
  });

  it('refuses to report a carton missing whose titles were sold, and names them', async () => {
    const fair = await desk.packedFair('SOLD');
    const register = await (await SalesFloor.at(test, fair)).logIn('REG-SOLD');
    await register.book({
      lines: [
        { sku: MOON, quantity: 11 },
        { sku: GOOSE, unitPriceCents: 500 },
      ],
    });
    const before = await desk.quantities(fair);

    const look = await desk.scan(fair, { stage: 'delivery', codes: desk.toCodes(fair, 1, 3, 10) });
    const text =
      'Carton SOLD-C2 cannot be missing: it contains 4 of "The Moon", but the fair has only 3 left after selling 11.';
    expect(look.alreadySold).toEqual([
      {
        sku: MOON,
        title: 'The Moon',
        cartons: ['SOLD-C2'],
        missingUnits: 4,
        unitsLeft: 3,
        soldUnits: 11,
        keptUnits: 1,
        text,
        effect:
          '"The Moon": 3 of 4 leave the stock, which is then 0. 1 counts as arrived, because 11 were sold.',
      },
    ]);
    await expectRefusal(desk.confirmed(fair, 'delivery', 1, 3, 10), 'STOCK_INSUFFICIENT', {
      message: text,
      reasons: [{ code: 'ALREADY_SOLD', text, count: 4 }],
    });
    await expectRefusal(
      desk.confirmed(fair, 'delivery'),
      'STOCK_INSUFFICIENT',
      'Cartons SOLD-C1, SOLD-C2 cannot all be missing: they contain 14 of "The Moon", but the fair has only 3 left after selling 11. The same applies to "A Goose".',
    );
    expect(await desk.states(fair)).toBe('packed packed packed packed');
    expect(await desk.quantities(fair)).toEqual(before);
    expect(await desk.readActivity(fair)).toEqual([]);

    await desk.confirmed(fair, 'delivery', 1, 2, 10);
    expect((await desk.quantities(fair))[GOOSE]).toMatchObject({ missingQty: 3, onHand: 5 });
  });
});
