import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#testing/invariants.ts';
import {
  BIBLE,
  fairLine,
  handIn,
  handInRefunds,
  HUNGER,
  logIn,
  openFair,
  PENCIL,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { refusalOf } from '#testing/refusals.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const SKUS = [HUNGER, PENCIL, BIBLE] as const;
const REASONS = [
  'received',
  'correction',
  'count',
  'damaged',
  'missing',
  'theft',
  'kept_by_school',
] as const;

/**
 * Events that change the stock of two fairs. `seen` is the error of the number on the user's
 * screen.
 */
const step = fc
  .record({ fair: fc.nat(1), sku: fc.constantFrom(...SKUS), units: fc.integer({ min: 1, max: 9 }) })
  .chain((where) =>
    fc
      .oneof(
        {
          weight: 4,
          arbitrary: fc.record({
            kind: fc.constant('adjust' as const),
            operation: fc.constantFrom('add', 'remove', 'remove' as const),
            reason: fc.constantFrom(...REASONS),
            seen: fc.constantFrom(0, 0, 0, 3, -2),
          }),
        },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('transfer' as const) }) },
        {
          weight: 3,
          arbitrary: fc.record({
            kind: fc.constant('sell' as const),
            mode: fc.constantFrom('online', 'offline' as const),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ kind: fc.constant('refund' as const), restock: fc.boolean() }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ kind: fc.constant('count_return' as const), damaged: fc.nat(3) }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
      )
      .map((what) => ({ ...where, ...what })),
  );
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Expected state of one line. */
type Model = { onHand: number; sold: number; adjusted: number; isSold: boolean };

describe('stock under any sequence of changes', () => {
  let test: TestApp;
  let cashierId: string;
  let tablets = 0;
  beforeAll(async () => {
    test = await startTestApp();
    ({ cashierId } = await openFair(test));
  });

  it('always equals the sum of its movements, and is never taken below zero by hand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const floors = [await openFair(test, {}, cashierId), await openFair(test, {}, cashierId)];
        const registers = [
          await logIn(floors[0]!, `REG-${++tablets}`),
          await logIn(floors[1]!, `REG-${++tablets}`),
        ];
        const books = floors.map(
          () =>
            new Map(
              SKUS.map((sku): [string, Model] => [
                sku,
                {
                  onHand: { [HUNGER]: 20, [PENCIL]: 50, [BIBLE]: 5 }[sku]!,
                  sold: 0,
                  adjusted: 0,
                  isSold: false,
                },
              ]),
            ),
        );
        for (const each of steps) await play(each, floors, registers, books);
        for (const [index, floor] of floors.entries()) {
          for (const [sku, { onHand, sold, adjusted }] of books[index]!) {
            expect(await fairLine(floor, sku)).toMatchObject({
              onHand: Math.max(onHand, 0),
              oversoldQty: Math.max(-onHand, 0),
              soldQty: sold,
              adjustQty: adjusted,
            });
          }
          const { data } = await test.owner.inventory.fairInventory({
            query: { fairId: floor.fair.id },
          });
          expect(data.totalResults).toBe(books[index]!.size);
        }
        await checkInvariants(test.db);
      }),
      { seed: 20260301, numRuns: 8 },
    );
  }, 120_000);

  async function play(
    each: Step,
    floors: readonly SalesFloor[],
    registers: readonly TestRegister[],
    books: readonly Map<string, Model>[],
  ): Promise<void> {
    const { fair, sku, units } = each;
    const [floor, register] = [floors[fair]!, registers[fair]!];
    const line = books[fair]!.get(sku);
    const change = async (
      lineOf: SalesFloor,
      body: Parameters<typeof test.owner.inventory.update>[0]['body'],
    ) => test.owner.inventory.update({ params: { id: (await fairLine(lineOf, sku)).id }, body });
    switch (each.kind) {
      case 'adjust': {
        if (!line) return;
        const seenQuantity = line.onHand + each.seen;
        const call = change(floor, {
          operation: each.operation,
          updatedQuantity: units,
          seenQuantity,
          reason: each.reason,
        });
        const delta = each.operation === 'add' ? units : -units;
        if (delta < 0 && seenQuantity < units) return expectRefusal(call, 'VALIDATION_FAILED');
        if (each.reason === 'count' && each.seen !== 0)
          return expectRefusal(call, 'STALE_QUANTITY');
        if (delta < 0 && line.onHand < units) return expectRefusal(call, 'STOCK_INSUFFICIENT');
        expect((await call).data).toMatchObject({
          quantity: line.onHand,
          totalNewQuantity: line.onHand + delta,
        });
        line.onHand += delta;
        line.adjusted += delta;
        return;
      }
      case 'transfer': {
        if (!line) return;
        const call = change(floor, {
          operation: 'transfer',
          toFairId: floors[1 - fair]!.fair.id,
          updatedQuantity: units,
          seenQuantity: line.onHand,
        });
        if (line.onHand < units) return expectRefusal(call, 'VALIDATION_FAILED');
        await call;
        line.onHand -= units;
        line.adjusted -= units;
        const other = books[1 - fair]!;
        const there = other.get(sku) ?? { onHand: 0, sold: 0, adjusted: 0, isSold: false };
        other.set(sku, {
          ...there,
          onHand: there.onHand + units,
          adjusted: there.adjusted + units,
        });
        return;
      }
      case 'sell': {
        if (!line) return;
        const [result] = await handIn(
          register,
          register.sold({ mode: each.mode, lines: [{ sku, quantity: units }] }),
        );
        if (each.mode === 'online' && line.onHand < units)
          return expect(result).toMatchObject({ result: 'refused', code: 'STOCK_INSUFFICIENT' });
        expect(result).toMatchObject({ result: 'accepted' });
        line.onHand -= units;
        line.sold += units;
        line.isSold = true;
        return;
      }
      case 'refund': {
        if (!line) return;
        const order = register.sold({ lines: [{ sku, quantity: units }] });
        await handIn(register, order);
        expect(
          await handInRefunds(
            register,
            refundOfOrder(order, [{ lineNo: 1, quantity: units, restock: each.restock }]),
          ),
        ).toMatchObject([{ result: 'accepted' }]);
        if (!each.restock) line.onHand -= units;
        line.sold += units;
        line.isSold = true;
        return;
      }
      case 'count_return': {
        if (!line) return;
        await change(floor, {
          operation: 'count_return',
          countedQty: units,
          damagedQty: Math.min(each.damaged, units),
        });
        return;
      }
      case 'delete': {
        if (!line) return;
        const call = test.owner.inventory.delete({
          params: { id: (await fairLine(floor, sku)).id },
        });
        if (line.isSold) return expectRefusal(call, 'IN_USE');
        await call;
        books[fair]!.delete(sku);
      }
    }
  }

  async function expectRefusal(call: Promise<unknown>, code: string): Promise<void> {
    expect((await refusalOf(call)).code).toBe(code);
  }
});
