import { describe, expect, it } from 'vitest';
import { CartonDesk, GOOSE, MOON } from '#testing/selling/carton-desk.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { SalesFloor } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { readActivity } from '#testing/calls/reading.ts';

describe('corrections of cartons', async () => {
  const test = await startTestApp();
  const desk = new CartonDesk(test);

  /** C2 of a fair: 4 of The Moon and 6 of A Goose. */
  const secondCarton = async (name: string) => {
    const fair = await desk.packedFair(name);
    const { id, contents } = (await desk.readCartons(fair))[1]!;
    const titleId = (sku: string) => contents.find((content) => content.sku === sku)!.titleId;
    const correct = (sku: string, shortQty: number, damagedQty: number) =>
      test.ask.cartons.correct({
        params: { id },
        body: { titles: [{ titleId: titleId(sku), shortQty, damagedQty }] },
      });
    return { fair, id, titleId, correct };
  };

  it('take short and damaged units off the fair, once, and bring them back when corrected', async () => {
    const { fair, correct } = await secondCarton('FIX');
    await desk.confirmed(fair, 'delivery', 1, 2, 3, 10);
    const before = await desk.quantities(fair);
    const corrected = { shortQty: 1, damagedQty: 2 };
    expect((await correct(GOOSE, 1, 2)).contents[0]).toMatchObject({ qty: 6, ...corrected });
    await correct(GOOSE, 1, 2);
    const after = { sentQty: 9, missingQty: 1, onHand: 6, expectedReturn: 6 };
    expect(await desk.quantities(fair)).toEqual({ ...before, [GOOSE]: after });
    const { results } = await test.ask.inventory.fairInventory({
      query: { fairId: fair.id, search: GOOSE },
    });
    const movements = await test.ask.inventory.movements({ params: { id: results[0]!.id } });
    expect(movements.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'missing', delta: -1 }),
        expect.objectContaining({ delta: -2, reason: 'damaged', note: 'Carton FIX-C2' }),
      ]),
    );
    await correct(GOOSE, 0, 0);
    expect(await desk.quantities(fair)).toEqual(before);
    const entries = await readActivity(test, 'fair', fair.id);
    expect(entries.filter(({ action }) => action === 'fair.carton_corrected')).toMatchObject([
      { changes: { short: { from: 1, to: 0 }, damaged: { from: 2, to: 0 } } },
      {
        changes: {
          carton: { to: 'FIX-C2' },
          titles: { to: ['A Goose'] },
          short: { from: 0, to: 1 },
          damaged: { from: 0, to: 2 },
        },
      },
    ]);
  });

  it('are refused beyond the content, beyond what is left, and where they cannot be', async () => {
    const { fair, id, titleId, correct } = await secondCarton('NOFIX');
    await expectErrors(correct(MOON, 3, 2), {
      'titles.0.shortQty': 'The carton was packed with 4. Short and damaged cannot be more.',
    });
    const other = await secondCarton('NOFIX2');
    const [, , , pens] = await desk.readCartons(other.fair);
    const foreign = { titleId: pens!.contents[0]!.titleId, shortQty: 1, damagedQty: 0 };
    await expectErrors(
      test.owner.cartons.correct({ params: { id }, body: { titles: [foreign] } }),
      {
        'titles.0.titleId': 'Choose titles of this carton, each only once.',
      },
    );
    const twice = { titleId: titleId(MOON), shortQty: 1, damagedQty: 0 };
    await expectErrors(
      test.owner.cartons.correct({ params: { id }, body: { titles: [twice, twice] } }),
      { 'titles.0.titleId': 'Choose titles of this carton, each only once.' },
    );
    const register = await (await SalesFloor.at(test, fair)).logIn('REG-NOFIX');
    await register.book({ lines: [{ sku: MOON, quantity: 12 }] });
    await expectRefusal(correct(MOON, 1, 2), 'STOCK_INSUFFICIENT', {
      message: 'The fair has only 2 of "The Moon" left, fewer than the 3 that would leave.',
    });
    await desk.confirmed(fair, 'delivery', 1, 2, 3);
    const gone = (await desk.readCartons(fair))[3]!;
    const body = { titles: [{ ...foreign, titleId: gone.contents[0]!.titleId }] };
    await expectRefusal(
      test.owner.cartons.correct({ params: { id: gone.id }, body }),
      'INVALID_TRANSITION',
      'Carton NOFIX-C10 was reported missing at delivery. Scan it at delivery first.',
    );
    await setCloseOut(test, fair, 'finished');
    await expectRefusal(correct(GOOSE, 1, 0), 'FAIR_FINISHED');
  });

  it('report a carton missing whose titles were sold: the units left leave, and come back with it', async () => {
    const { fair, correct } = await secondCarton('SOLD-OUT');
    await correct(GOOSE, 1, 0);
    const register = await (await SalesFloor.at(test, fair)).logIn('REG-SOLD-OUT');
    await register.book({ lines: [{ sku: MOON, quantity: 11 }] });
    const before = await desk.quantities(fair);
    const codes = desk.toCodes(fair, 1, 3, 10);
    await desk.scan(fair, { stage: 'delivery', codes, confirm: true, keepSold: true });
    expect(await desk.quantities(fair)).toMatchObject({
      [MOON]: { missingQty: 3, onHand: 0, expectedReturn: 0 },
      [GOOSE]: { missingQty: 6, onHand: 3 },
    });
    expect((await desk.readCartons(fair))[1]!.contents).toMatchObject([
      { sku: GOOSE, soldQty: 0, shortQty: 1 },
      { sku: MOON, soldQty: 1 },
    ]);
    await desk.confirmed(fair, 'delivery', 2);
    expect(await desk.quantities(fair)).toEqual(before);
  });

  it('remember a carton found at another fair until its own scans it or somebody dismisses it', async () => {
    const [here, owner] = [await desk.packedFair('HERE'), await desk.packedFair('OWNER')];
    const foundAt = (fairId: string) => test.ask.cartons.found({ query: { fairId } });
    await desk.scan(here, { stage: 'delivery', codes: ['STRAY-1'] });
    expect(await foundAt(here.id)).toEqual([]);
    for (let times = 0; times < 2; times++)
      await desk.confirmed(here, 'delivery', 1, 2, 3, 10, 'owner-c2', 'STRAY-1');
    const atHere = { fairIdentifier: 'HERE-F', foundBy: expect.any(String), stage: 'delivery' };
    const own = { ...atHere, code: 'owner-c2', ownFairIdentifier: 'OWNER-F' };
    expect(await foundAt(owner.id)).toMatchObject([own]);
    const both = await foundAt(here.id);
    expect(both).toHaveLength(2);
    expect(both).toEqual(
      expect.arrayContaining([
        expect.objectContaining(own),
        expect.objectContaining({ ...atHere, code: 'STRAY-1', ownFairId: null }),
      ]),
    );
    await desk.confirmed(owner, 'delivery', 2);
    const [stray, ...others] = await foundAt(here.id);
    expect(others).toEqual([]);
    expect(stray).toMatchObject({ code: 'STRAY-1' });
    for (let times = 0; times < 2; times++)
      await test.ask.cartons.dismissFound({ params: { id: stray!.id } });
    expect(await test.ask.cartons.found({ query: {} })).toEqual([]);
  });
});
