import type { CartonStatus } from '@pos/contract/stock/cartons';
import type { ErrorCode } from '@pos/contract/errors';
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
      keepSold: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      carton: fc.nat(CONTENTS.length - 1),
      corrected: fc.nat(TITLES.length - 1),
      shortQty: fc.nat(3),
      damagedQty: fc.nat(2),
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
  readonly short = CONTENTS.map(() => TITLES.map(() => 0));
  readonly damaged = CONTENTS.map(() => TITLES.map(() => 0));
  /** Units that left with a missing carton. */
  readonly gone = CONTENTS.map(() => TITLES.map(() => 0));

  missing(title: number): number {
    return [...this.gone, ...this.short].reduce((sum, units) => sum + units[title]!, 0);
  }
  left(title: number): number {
    const sent = CONTENTS.reduce((sum, content) => sum + content[title]!, LOOSE[title]!);
    const damaged = this.damaged.reduce((sum, units) => sum + units[title]!, 0);
    return sent - this.missing(title) - damaged - this.sold[title]!;
  }
  sound(carton: number, title: number): number {
    return CONTENTS[carton]![title]! - this.short[carton]![title]! - this.damaged[carton]![title]!;
  }
  /** Returns the code of the refusal, if it must be refused. */
  correct(carton: number, title: number, short: number, damaged: number): string | undefined {
    if (this.states[carton] === 'missing_at_delivery') return 'INVALID_TRANSITION';
    const content = CONTENTS[carton]![title]!;
    if (content === 0 || short + damaged > content) return 'VALIDATION_FAILED';
    const leaving = this.sound(carton, title) - (content - short - damaged);
    if (leaving > 0 && leaving > this.left(title)) return 'STOCK_INSUFFICIENT';
    this.short[carton]![title] = short;
    this.damaged[carton]![title] = damaged;
    return undefined;
  }
  /** Returns false if it must be refused: more of a title would be missing than is left. */
  scan(stage: 'delivery' | 'return', scanned: ReadonlySet<number>, keepSold: boolean): boolean {
    const next = this.states.map((state, carton): CartonStatus => {
      const isScanned = scanned.has(carton);
      if (stage === 'delivery') {
        if (state === 'packed') return isScanned ? 'delivered' : 'missing_at_delivery';
        return state === 'missing_at_delivery' && isScanned ? 'delivered' : state;
      }
      if (state === 'delivered') return isScanned ? 'returned' : 'missing_at_return';
      return ['packed', 'missing_at_return'].includes(state) && isScanned ? 'returned' : state;
    });
    const losing = [...next.keys()].filter(
      (carton) => this.states[carton] === 'packed' && next[carton] === 'missing_at_delivery',
    );
    for (const title of TITLES.keys()) {
      const units = losing.reduce((sum, carton) => sum + this.sound(carton, title), 0);
      if (!keepSold && units > 0 && units > this.left(title)) return false;
    }
    for (const [carton, state] of next.entries())
      for (const title of TITLES.keys()) {
        if (state !== 'missing_at_delivery') this.gone[carton]![title] = 0;
        else if (losing.includes(carton))
          this.gone[carton]![title] = Math.min(this.sound(carton, title), this.left(title));
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

  const titles = await test.db.selectFrom('titles').select(['id', 'sku']).execute();
  const correct = async (
    fair: FairDetails,
    carton: number,
    title: number,
    units: { shortQty: number; damagedQty: number },
  ) => {
    const { id: titleId } = titles.find(({ sku }) => sku === TITLES[title])!;
    const { id } = (await test.ask.cartons.list({ params: { id: fair.id } }))[carton]!;
    return test.ask.cartons.correct({ params: { id }, body: { titles: [{ titleId, ...units }] } });
  };

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
        } else if ('corrected' in each) {
          const { carton, corrected, shortQty, damagedQty } = each;
          const call = correct(fair, carton, corrected, { shortQty, damagedQty });
          const refusal = model.correct(carton, corrected, shortQty, damagedQty);
          if (refusal) await expectRefusal(call, refusal as ErrorCode);
          else await call;
        } else {
          const { stage, cartons, confirm, keepSold } = each;
          const codes = cartons.map((carton) => `${name}-${carton}`);
          const body = { fairId: fair.id, stage, codes, confirm, keepSold };
          const call = test.ask.cartons.scan({ body });
          if (confirm && !model.scan(stage, new Set(cartons), keepSold))
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
