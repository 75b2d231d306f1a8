import type { CartonStatus } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cells, uploadDesk } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { SalesFloor, type TestRegister } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const TITLES = ['9780439023481', '9780156030304', 'PEN-01'];
/** Units of each title in each carton. The second title is in all of them. */
const CONTENTS = [
  [6, 2, 0],
  [0, 3, 9],
  [4, 1, 0],
  [0, 2, 5],
  [1, 1, 1],
];
const LOOSE = [0, 2, 3];

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      stage: fc.constantFrom('delivery', 'delivery', 'return' as const),
      cartons: fc.array(fc.nat(CONTENTS.length - 1), { maxLength: 7 }),
      confirm: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      title: fc.nat(TITLES.length - 1),
      units: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

/**
 * Model of the fair written from domain 4.6: carton states, units sold, and the resulting
 * quantities.
 */
class Model {
  states: CartonStatus[] = CONTENTS.map(() => 'packed');
  readonly sold = TITLES.map(() => 0);

  missing(title: number, states = this.states): number {
    const units = states.map((state, carton) =>
      state === 'missing_at_delivery' ? CONTENTS[carton]![title]! : 0,
    );
    return units.reduce((sum, each) => sum + each, 0);
  }
  left(title: number): number {
    const sent = CONTENTS.reduce((sum, content) => sum + content[title]!, LOOSE[title]!);
    return sent - this.missing(title) - this.sold[title]!;
  }
  /** Returns false if it must be refused: more of a title would be missing than is left. */
  scan(stage: 'delivery' | 'return', scanned: ReadonlySet<number>): boolean {
    const next = this.states.map((state, carton): CartonStatus => {
      const isScanned = scanned.has(carton);
      if (stage === 'delivery') {
        if (state === 'packed') return isScanned ? 'delivered' : 'missing_at_delivery';
        return state === 'missing_at_delivery' && isScanned ? 'delivered' : state;
      }
      if (state === 'delivered') return isScanned ? 'returned' : 'missing_at_return';
      return ['packed', 'missing_at_return'].includes(state) && isScanned ? 'returned' : state;
    });
    const newlyMissing = next.map((state, carton) =>
      this.states[carton] === 'packed' ? state : 'packed',
    );
    for (const title of TITLES.keys()) {
      const units = this.missing(title, newlyMissing);
      if (units > 0 && units > this.left(title)) return false;
    }
    this.states = next;
    return true;
  }
}

describe('cartons in any sequence of scans', async () => {
  const test = await startTestApp();
  const sequences = fc
    .sample(fc.array(step, { minLength: 6, maxLength: 14 }), { seed: 46, numRuns: 20 })
    .map((steps, index) => ({ index, steps, name: `RND${index}` }));
  const fairs = new Map<string, FairDetails>();
  const rows: Cells[] = [];
  for (const { name } of sequences) {
    const fair = await plannedFair(test, name);
    fairs.set(name, fair);
    for (const [carton, content] of [...CONTENTS, LOOSE].entries())
      for (const [title, units] of content.entries())
        rows.push({
          'Fair Identifier': fair.identifier,
          Carton: content === LOOSE ? null : `${name}-${carton}`,
          'ISBN/SKU': TITLES[title]!,
          Title: `Title ${title}`,
          Price: 2,
          Quantity: units,
        });
  }
  const sent = rows.filter((row) => row['Quantity'] !== 0);
  await uploadDesk(test, 'inventory').upload(sent);

  it.each(sequences)(
    'stand as the rules say, and quantities follow from where they stand ($index)',
    async ({ name, steps }) => {
      const fair = fairs.get(name)!;
      let register: TestRegister | undefined;
      const model = new Model();

      for (const each of steps) {
        if ('title' in each) {
          register ??= await (await SalesFloor.at(test, fair)).logIn(`REG-${name}`);
          const line = { sku: TITLES[each.title]!, quantity: each.units, unitPriceCents: 200 };
          await register.book({ lines: [{ ...line, taxable: true }] });
          model.sold[each.title]! += each.units;
        } else {
          const { stage, cartons, confirm } = each;
          const codes = cartons.map((carton) => `${name}-${carton}`);
          const body = { fairId: fair.id, stage, codes, confirm };
          const call = test.ask.cartons.scan({ body });
          if (confirm && !model.scan(stage, new Set(cartons)))
            await expectRefusal(call, 'STOCK_INSUFFICIENT');
          else {
            const { expected, scanned, earlier, missing } = await call;
            expect(expected).toBe(scanned + earlier + missing.length);
          }
        }
        const cartons = await test.ask.cartons.list({ params: { id: fair.id } });
        expect(cartons.map(({ status }) => status)).toEqual(model.states);
      }
      const query = { fairId: fair.id, limit: 50 };
      const { results } = await test.ask.inventory.fairInventory({ query });
      for (const [title, sku] of TITLES.entries()) {
        const { missingQty, onHand, oversoldQty } = results.find((line) => line.sku === sku)!;
        const expected = [model.missing(title), model.left(title)];
        expect([missingQty, onHand - oversoldQty]).toEqual(expected);
      }
    },
  );
});
