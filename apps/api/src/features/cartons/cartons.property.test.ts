import type { CartonStatus } from '@pos/contract/cartons';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { findCashier } from '#testing/open-register.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { type TestRegister, SalesFloor } from '#testing/sales-floor.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

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

type Step =
  | { kind: 'scan'; stage: 'delivery' | 'return'; cartons: number[]; confirm: boolean }
  | { kind: 'sale'; title: number; units: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('scan' as const),
      stage: fc.constantFrom('delivery', 'delivery', 'return' as const),
      cartons: fc.array(fc.nat(CONTENTS.length - 1), { maxLength: 7 }),
      confirm: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
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
    return states.reduce(
      (sum, state, carton) =>
        sum + (state === 'missing_at_delivery' ? CONTENTS[carton]![title]! : 0),
      0,
    );
  }
  left(title: number, states = this.states): number {
    return (
      CONTENTS.reduce((sum, content) => sum + content[title]!, LOOSE[title]!) -
      this.missing(title, states) -
      this.sold[title]!
    );
  }
  /**
   * Returns false if the scan must be refused, because more of a title would be missing than is
   * left.
   */
  scan(stage: 'delivery' | 'return', scanned: ReadonlySet<number>): boolean {
    const next = this.states.map((state, carton): CartonStatus => {
      if (stage === 'delivery')
        return state === 'packed'
          ? scanned.has(carton)
            ? 'delivered'
            : 'missing_at_delivery'
          : state === 'missing_at_delivery' && scanned.has(carton)
            ? 'delivered'
            : state;
      if (state === 'delivered') return scanned.has(carton) ? 'returned' : 'missing_at_return';
      return (state === 'packed' || state === 'missing_at_return') && scanned.has(carton)
        ? 'returned'
        : state;
    });
    const newly = (title: number) =>
      next.reduce(
        (sum, state, carton) =>
          sum +
          (state === 'missing_at_delivery' && this.states[carton] === 'packed'
            ? CONTENTS[carton]![title]!
            : 0),
        0,
      );
    if (TITLES.some((_, title) => newly(title) > 0 && newly(title) > this.left(title)))
      return false;
    this.states = next;
    return true;
  }
}

describe('cartons in any sequence of scans', () => {
  let test: TestApp;
  let cashierId: string;
  beforeAll(async () => {
    test = await startTestApp();
    cashierId = await findCashier(test);
  });

  const sequences = fc.sample(fc.array(step, { minLength: 6, maxLength: 14 }), {
    seed: 46,
    numRuns: 20,
  });

  it.each(sequences.map((steps, index) => ({ index, steps })))(
    'stand as the rules say, and quantities follow from where they stand ($index)',
    async ({ index, steps }) => {
      const name = `RND${index}`;
      const fair = await plannedFair(test, name);
      const rows = CONTENTS.flatMap((content, carton) =>
        content.flatMap((units, title) =>
          units > 0
            ? [
                [
                  `${name}-${carton}`,
                  TITLES[title]!,
                  `Title ${title}`,
                  null,
                  'Other',
                  2,
                  units,
                  'Y',
                ],
              ]
            : [],
        ),
      );
      const loose = LOOSE.flatMap((units, title) =>
        units > 0 ? [[null, TITLES[title]!, `Title ${title}`, null, 'Other', 2, units, 'Y']] : [],
      );
      await uploadInventory(test.owner, await packingList(...rows, ...loose), { fairId: fair.id });
      const register: TestRegister = await (await SalesFloor.at(test, fair)).logIn(`REG-${name}`);
      const model = new Model();

      for (const each of steps) {
        if (each.kind === 'sale') {
          expect(
            await register.handIn(
              register.sold({
                lines: [{ sku: TITLES[each.title]!, quantity: each.units, unitPriceCents: 200 }],
              }),
            ),
          ).toMatchObject([{ result: 'accepted' }]);
          model.sold[each.title]! += each.units;
        } else {
          const body = {
            fairId: fair.id,
            stage: each.stage,
            codes: each.cartons.map((carton) => `${name}-${carton}`),
            confirm: each.confirm,
          };
          const call = test.owner.cartons.scan({ body });
          if (each.confirm && !model.scan(each.stage, new Set(each.cartons)))
            expect(await getRefusal(call)).toMatchObject({
              status: 409,
              code: 'STOCK_INSUFFICIENT',
            });
          else {
            const { expected, scanned, earlier, missing } = (await call).data;
            expect(expected).toBe(scanned + earlier + missing.length);
          }
        }
        expect(
          (await test.ask.cartons.list({ params: { id: fair.id } })).map(({ status }) => status),
        ).toEqual(model.states);
      }
      const { data } = await test.owner.inventory.fairInventory({
        query: { fairId: fair.id, limit: 50 },
      });
      const found = TITLES.map((sku) => data.results.find((line) => line.sku === sku)!).map(
        ({ missingQty, onHand, oversoldQty }) => ({ missingQty, left: onHand - oversoldQty }),
      );
      expect(found).toEqual(
        TITLES.map((_, title) => ({ missingQty: model.missing(title), left: model.left(title) })),
      );
    },
  );
});
