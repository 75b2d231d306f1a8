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
  stockWarehouse,
  type TestRegister,
} from '#testing/selling/sales-floor.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';

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
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const where = {
  fair: fc.nat(1),
  sku: fc.constantFrom(...SKUS),
  units: fc.integer({ min: 1, max: 9 }),
};
const adjusting = fc.record({
  ...where,
  kind: kind('adjust'),
  operation: fc.constantFrom('add', 'remove', 'remove' as const),
  reason: fc.constantFrom(...REASONS),
  seen: fc.constantFrom(0, 0, 0, 3, -2),
});
/** Stages of a restock: on its way, arrived, its carton missing, and found again. */
const outcome = fc.constantFrom('waits', 'arrives', 'missing', 'found' as const);
const mode = fc.constantFrom('online', 'offline' as const);
const step = fc.oneof(
  { weight: 4, arbitrary: adjusting },
  { weight: 2, arbitrary: fc.record({ ...where, kind: kind('transfer') }) },
  { weight: 3, arbitrary: fc.record({ ...where, kind: kind('sell'), mode }) },
  { weight: 2, arbitrary: fc.record({ ...where, kind: kind('refund'), restock: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ ...where, kind: kind('count_return'), damaged: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ ...where, kind: kind('delete') }) },
  { weight: 2, arbitrary: fc.record({ ...where, kind: kind('restock'), ends: outcome }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type StepKind<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Expected state of one line. */
type Model = { onHand: number; sold: number; adjusted: number; isSold: boolean };

type Book = Map<string, Model>;
/** A fair with a register and the expected lines. */
type Place = { floor: SalesFloor; register: TestRegister; book: Book };
/** Fair of a step, with the line of its title, and the other fair. */
type Move = Place & { line: Model; other: Place };

const STOCK = { [HUNGER]: 20, [PENCIL]: 50, [BIBLE]: 5 };
const NOTHING: Model = { onHand: 0, sold: 0, adjusted: 0, isSold: false };

describe('stock under any sequence of changes', async () => {
  let tablets = 0;
  const test = await startTestApp();
  const { shipments } = test.ask;
  const { adjust, transfer, remove, update } = stockDesk(test);
  const openPlace = async (): Promise<Place> => {
    const floor = await openFair(test);
    const register = await floor.logIn(`REG-${++tablets}`);
    const book = new Map(SKUS.map((sku) => [sku, { ...NOTHING, onHand: STOCK[sku] }]));
    return { floor, register, book };
  };

  it('equals the sum of its movements and what its row shows, and no hand takes it below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const places = [await openPlace(), await openPlace()];
        for (const sku of SKUS) await stockWarehouse(test, sku, 250);
        for (const each of steps) {
          const place = places[each.fair]!;
          const line = place.book.get(each.sku);
          const other = places[1 - each.fair]!;
          if (line) await play[each.kind](each as never, { ...place, line, other });
        }
        for (const { floor, book } of places) {
          const query = { fairId: floor.fair.id, limit: 50 };
          const { results } = await test.ask.inventory.fairInventory({ query });
          expect(results).toHaveLength(book.size);
          for (const [sku, { onHand, sold, adjusted }] of book)
            expect(results.find((line) => line.sku === sku)).toMatchObject({
              onHand: Math.max(onHand, 0),
              oversoldQty: Math.max(-onHand, 0),
              soldQty: sold,
              adjustQty: adjusted,
            });
          for (const { receivedQty, soldQty, otherQty, onHand, oversoldQty } of results)
            expect(receivedQty - soldQty + otherQty).toBe(onHand - oversoldQty);
        }
        await checkInvariants(test.db);
      }),
      { seed: 20260301, numRuns: 8 },
    );
  });

  /** Line as staff see it whose screen shows `onHand`. */
  const seenLine = async ({ floor }: Move, sku: string, onHand: number) => ({
    id: (await floor.line(sku)).id,
    onHand,
    oversoldQty: 0,
  });
  const play: { [Kind in Step['kind']]: (each: StepKind<Kind>, at: Move) => Promise<unknown> } = {
    adjust: async ({ sku, operation, reason, units, seen }, at) => {
      const { line } = at;
      const shown = line.onHand + seen;
      const call = adjust(await seenLine(at, sku, shown), operation, units, { reason });
      const delta = operation === 'add' ? units : -units;
      if (delta < 0 && shown < units) return expectRefusal(call, 'VALIDATION_FAILED');
      if (reason === 'count' && seen !== 0) return expectRefusal(call, 'STALE_QUANTITY');
      if (delta < 0 && line.onHand < units) return expectRefusal(call, 'STOCK_INSUFFICIENT');
      const quantities = { quantity: line.onHand, totalNewQuantity: line.onHand + delta };
      expect(await call).toMatchObject(quantities);
      line.onHand += delta;
      line.adjusted += delta;
    },
    transfer: async ({ sku, units }, at) => {
      const { line, other } = at;
      const call = transfer(await seenLine(at, sku, line.onHand), other.floor.fair, units);
      if (line.onHand < units) return expectRefusal(call, 'VALIDATION_FAILED');
      await call;
      line.onHand -= units;
      line.adjusted -= units;
      const there = other.book.get(sku) ?? { ...NOTHING };
      there.onHand += units;
      there.adjusted += units;
      other.book.set(sku, there);
    },
    sell: async ({ sku, units, mode: way }, { register, line }) => {
      const sale = register.sold({ mode: way, lines: [{ sku, quantity: units }] });
      const [result] = await register.handIn(sale);
      if (way === 'online' && line.onHand < units)
        return expect(result).toMatchObject({ result: 'refused', code: 'STOCK_INSUFFICIENT' });
      expect(result).toMatchObject({ result: 'accepted' });
      line.onHand -= units;
      line.sold += units;
      line.isSold = true;
    },
    /** Sells and refunds at once. */
    refund: async ({ sku, units, restock }, { register, line }) => {
      const order = register.sold({ lines: [{ sku, quantity: units }] });
      await register.handIn(order);
      const refund = refundOfOrder(order, [{ lineNo: 1, quantity: units, restock }]);
      expect(await register.handInRefunds(refund)).toMatchObject([{ result: 'accepted' }]);
      if (!restock) line.onHand -= units;
      line.sold += units;
      line.isSold = true;
    },
    count_return: async ({ sku, units, damaged }, { floor }) => {
      const counts = { countedQty: units, damagedQty: Math.min(damaged, units) };
      await update(await floor.line(sku), { operation: 'count_return', ...counts });
    },
    restock: async ({ sku, units, ends }, { floor, line }) => {
      const { id: fairId } = floor.fair;
      const { titleId } = await floor.line(sku);
      const lines = [{ titleId, quantity: units }];
      const { id } = await shipments.open({ body: { fairId, lines } });
      await shipments.pack({ params: { id } });
      const { packedCartons } = await shipments.send({ params: { id } });
      const codes = packedCartons.map(({ code }) => code);
      line.onHand += units;
      if (ends === 'waits') return;
      const lost = ends === 'arrives' ? [] : codes;
      const call = shipments.receive({ params: { id }, body: { missing: lost } });
      if (lost.length > 0 && line.onHand < units) return expectRefusal(call, 'STOCK_INSUFFICIENT');
      const { state } = await call;
      expect(state).toBe(ends === 'arrives' ? 'received' : 'received_in_part');
      if (ends === 'missing') line.onHand -= units;
      if (ends === 'found')
        await test.ask.cartons.scan({ body: { fairId, stage: 'delivery', codes, confirm: true } });
    },
    delete: async ({ sku }, { floor, book, line }) => {
      const call = remove(await floor.line(sku));
      if (line.isSold) return expectRefusal(call, 'IN_USE');
      await call;
      book.delete(sku);
    },
  };
});
