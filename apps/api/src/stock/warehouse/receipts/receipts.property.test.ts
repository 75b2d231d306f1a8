import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { HUNGER, openFair, PENCIL } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const SKUS = [HUNGER, PENCIL] as const;
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const which = { at: fc.nat(2), sku: fc.constantFrom(...SKUS) };
const units = fc.integer({ min: 1, max: 9 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ ...which, kind: kind('scan'), units, damaged: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ ...which, kind: kind('correct'), units }) },
  { weight: 3, arbitrary: fc.record({ ...which, kind: kind('book') }) },
  { weight: 2, arbitrary: fc.record({ ...which, kind: kind('reverse') }) },
  { weight: 1, arbitrary: fc.record({ ...which, kind: kind('discard') }) },
  { weight: 3, arbitrary: fc.record({ ...which, kind: kind('send'), units }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type StepKind<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

type Units = { good: number; damaged: number };
/** A receipt as it should be. */
type Model = { id: string; state: string; lines: Map<string, Units> };

describe('the warehouse under any sequence of receipts', async () => {
  const test = await startTestApp();
  const { owner, ask } = test;
  const { adjust, warehouseQty } = stockDesk(test);

  it('has what booked receipts brought and fairs did not take, and a booked receipt is its movements', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const floor = await openFair(test);
        const open = async (): Promise<Model> => {
          const { id } = await ask.receipts.open({ body: { receivedOn: '2026-11-02' } });
          return { id, state: 'open', lines: new Map() };
        };
        const receipts = [await open(), await open(), await open()];
        const stock = new Map(
          await Promise.all(SKUS.map(async (sku) => [sku, await warehouseQty(sku)] as const)),
        );
        const ids = new Map(
          await Promise.all(
            SKUS.map(async (sku) => [sku, (await floor.line(sku)).titleId] as const),
          ),
        );
        const change = (sku: string, delta: number) =>
          stock.set(sku as never, stock.get(sku as never)! + delta);
        const lineAt = (receipt: Model, sku: string): Units =>
          receipt.lines.get(sku) ?? { good: 0, damaged: 0 };
        const refusedUnless = async (receipt: Model, state: string, call: Promise<unknown>) => {
          if (receipt.state === state) return call;
          await expectRefusal(call, 'INVALID_TRANSITION');
          return undefined;
        };
        const play: {
          [Kind in Step['kind']]: (each: StepKind<Kind>, receipt: Model) => Promise<unknown>;
        } = {
          scan: async ({ sku, units: quantity, damaged }, receipt) => {
            const call = owner.receipts.scan({
              params: { id: receipt.id },
              body: { scanId: uuidv7(), titleId: ids.get(sku)!, quantity, damaged },
            });
            if (!(await refusedUnless(receipt, 'open', call))) return;
            const line = lineAt(receipt, sku);
            receipt.lines.set(sku, {
              good: line.good + (damaged ? 0 : quantity),
              damaged: line.damaged + (damaged ? quantity : 0),
            });
          },
          correct: async ({ sku, units: good }, receipt) => {
            const line = receipt.lines.get(sku);
            if (!line || receipt.state !== 'open') return;
            await ask.receipts.changeLine({
              params: { id: receipt.id },
              body: {
                scanId: uuidv7(),
                titleId: ids.get(sku)!,
                goodQty: good,
                damagedQty: 0,
                seenGoodQty: line.good,
                seenDamagedQty: line.damaged,
              },
            });
            receipt.lines.set(sku, { good, damaged: 0 });
          },
          book: async (_, receipt) => {
            const call = owner.receipts.book({ params: { id: receipt.id } });
            if (receipt.state === 'open' && receipt.lines.size === 0)
              return expectRefusal(call, 'INVALID_TRANSITION');
            if (!(await refusedUnless(receipt, 'open', call))) return;
            receipt.state = 'booked';
            for (const [sku, { good }] of receipt.lines) change(sku, good);
          },
          reverse: async (_, receipt) => {
            const call = owner.receipts.reverse({
              params: { id: receipt.id },
              body: { reason: 'Not ours' },
            });
            const isGone = [...receipt.lines].some(
              ([sku, { good }]) => good > stock.get(sku as never)!,
            );
            if (receipt.state === 'booked' && isGone)
              return expectRefusal(call, 'STOCK_INSUFFICIENT');
            if (!(await refusedUnless(receipt, 'booked', call))) return;
            receipt.state = 'reversed';
            for (const [sku, { good }] of receipt.lines) change(sku, -good);
          },
          discard: async (_, receipt) => {
            const call = owner.receipts.discard({ params: { id: receipt.id } });
            if (await refusedUnless(receipt, 'open', call)) receipt.state = 'discarded';
          },
          send: async ({ sku, units: qty }) => {
            await adjust(await floor.line(sku), 'add', qty, { reason: 'received' });
            change(sku, -Math.min(qty, stock.get(sku)!));
          },
        };
        for (const each of steps) await play[each.kind](each as never, receipts[each.at]!);
        for (const sku of SKUS) expect(await warehouseQty(sku)).toBe(stock.get(sku));
        for (const { id, state, lines } of receipts) {
          const receipt = await ask.receipts.getById({ params: { id } });
          const sum = (of: keyof Units) =>
            [...lines.values()].reduce((all, line) => all + line[of], 0);
          expect(receipt).toMatchObject({
            state,
            goodQty: sum('good'),
            damagedQty: sum('damaged'),
          });
        }
        await checkInvariants(test.db);
      }),
      { seed: 20261127, numRuns: 8 },
    );
  });
});
