import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import {
  BIBLE,
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
} from '#testing/sales-floor.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

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
type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Expected state of one line. */
type Model = { onHand: number; sold: number; adjusted: number; isSold: boolean };

/** Fair of a step, with the expected lines and the line of the step's title. */
type Place = {
  floor: SalesFloor;
  register: TestRegister;
  book: Map<string, Model>;
  line: Model;
};

describe('stock under any sequence of changes', async () => {
  let tablets = 0;
  const test = await startTestApp();

  it('always equals the sum of its movements, and is never taken below zero by hand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const floors = [await openFair(test), await openFair(test)];
        const registers = [
          await floors[0]!.logIn(`REG-${++tablets}`),
          await floors[1]!.logIn(`REG-${++tablets}`),
        ];
        const books = floors.map(
          () =>
            new Map(
              SKUS.map((sku): [string, Model] => [
                sku,
                {
                  onHand: { [HUNGER]: 20, [PENCIL]: 50, [BIBLE]: 5 }[sku],
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
            expect(await floor.line(sku)).toMatchObject({
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
    const line = books[each.fair]!.get(each.sku);
    if (!line) return;
    const place: Place = {
      floor: floors[each.fair]!,
      register: registers[each.fair]!,
      book: books[each.fair]!,
      line,
    };
    switch (each.kind) {
      case 'adjust':
        return adjust(each, place);
      case 'transfer':
        return transfer(each, place, floors[1 - each.fair]!, books[1 - each.fair]!);
      case 'sell':
        return sell(each, place);
      case 'refund':
        return refund(each, place);
      case 'count_return':
        return countReturn(each, place);
      case 'delete':
        return deleteLine(each, place);
    }
  }

  async function change(
    { sku }: Step,
    { floor }: Place,
    body: Parameters<typeof test.owner.inventory.update>[0]['body'],
  ) {
    return test.owner.inventory.update({ params: { id: (await floor.line(sku)).id }, body });
  }

  async function adjust(each: StepOf<'adjust'>, place: Place): Promise<void> {
    const { line } = place;
    const { operation, reason, units } = each;
    const seenQuantity = line.onHand + each.seen;
    const call = change(each, place, { operation, updatedQuantity: units, seenQuantity, reason });
    const delta = operation === 'add' ? units : -units;
    if (delta < 0 && seenQuantity < units) return expectRefusal(call, 'VALIDATION_FAILED');
    if (reason === 'count' && each.seen !== 0) return expectRefusal(call, 'STALE_QUANTITY');
    if (delta < 0 && line.onHand < units) return expectRefusal(call, 'STOCK_INSUFFICIENT');
    expect((await call).data).toMatchObject({
      quantity: line.onHand,
      totalNewQuantity: line.onHand + delta,
    });
    line.onHand += delta;
    line.adjusted += delta;
  }

  async function transfer(
    each: StepOf<'transfer'>,
    place: Place,
    toFloor: SalesFloor,
    toBook: Map<string, Model>,
  ): Promise<void> {
    const { line } = place;
    const { sku, units } = each;
    const call = change(each, place, {
      operation: 'transfer',
      toFairId: toFloor.fair.id,
      updatedQuantity: units,
      seenQuantity: line.onHand,
    });
    if (line.onHand < units) return expectRefusal(call, 'VALIDATION_FAILED');
    await call;
    line.onHand -= units;
    line.adjusted -= units;
    const there = toBook.get(sku) ?? { onHand: 0, sold: 0, adjusted: 0, isSold: false };
    toBook.set(sku, {
      ...there,
      onHand: there.onHand + units,
      adjusted: there.adjusted + units,
    });
  }

  async function sell({ sku, units, mode }: StepOf<'sell'>, place: Place): Promise<void> {
    const { register, line } = place;
    const [result] = await register.handIn(
      register.sold({ mode, lines: [{ sku, quantity: units }] }),
    );
    if (mode === 'online' && line.onHand < units)
      return expect(result).toMatchObject({ result: 'refused', code: 'STOCK_INSUFFICIENT' });
    expect(result).toMatchObject({ result: 'accepted' });
    line.onHand -= units;
    line.sold += units;
    line.isSold = true;
  }

  /** Sells and refunds at once. */
  async function refund({ sku, units, restock }: StepOf<'refund'>, place: Place): Promise<void> {
    const { register, line } = place;
    const order = register.sold({ lines: [{ sku, quantity: units }] });
    await register.handIn(order);
    expect(
      await register.handInRefunds(refundOfOrder(order, [{ lineNo: 1, quantity: units, restock }])),
    ).toMatchObject([{ result: 'accepted' }]);
    if (!restock) line.onHand -= units;
    line.sold += units;
    line.isSold = true;
  }

  async function countReturn(each: StepOf<'count_return'>, place: Place): Promise<void> {
    const { units, damaged } = each;
    await change(each, place, {
      operation: 'count_return',
      countedQty: units,
      damagedQty: Math.min(damaged, units),
    });
  }

  async function deleteLine({ sku }: Step, { floor, book, line }: Place): Promise<void> {
    const call = test.owner.inventory.delete({
      params: { id: (await floor.line(sku)).id },
    });
    if (line.isSold) return expectRefusal(call, 'IN_USE');
    await call;
    book.delete(sku);
  }

  async function expectRefusal(call: Promise<unknown>, code: string): Promise<void> {
    expect((await getRefusal(call)).code).toBe(code);
  }
});
