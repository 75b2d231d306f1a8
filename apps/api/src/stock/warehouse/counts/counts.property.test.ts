import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { countDesk, WRONG } from '#testing/selling/count-desk.ts';
import { BIBLE, HUNGER, openFair, PENCIL, stockWarehouse } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const SKUS = [HUNGER, PENCIL, BIBLE] as const;
type Sku = (typeof SKUS)[number];
const of = { sku: fc.constantFrom(...SKUS), units: fc.integer({ min: 1, max: 9 }) };
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ...of, kind: kind('scan') }) },
  { weight: 1, arbitrary: fc.record({ ...of, kind: kind('total') }) },
  { weight: 2, arbitrary: fc.record({ ...of, kind: kind('undo') }) },
  { weight: 2, arbitrary: fc.record({ ...of, kind: kind('deliver') }) },
  { weight: 2, arbitrary: fc.record({ ...of, kind: kind('send') }) },
  { weight: 1, arbitrary: fc.record({ ...of, kind: kind('ship') }) },
  { weight: 2, arbitrary: fc.record({ ...of, kind: kind('finish') }) },
);

/** Expected units of a title: its scans in order, and those on record at the last one. */
type Line = { scans: { scanId: string; qty: number; onRecord: number }[] };
const sum = ({ scans }: Line) => scans.reduce((units, { qty }) => units + qty, 0);

describe('counts between other changes of stock', async () => {
  const test = await startTestApp();
  const desk = countDesk(test);
  const { adjust, warehouseQty } = stockDesk(test);
  let tablets = 0;

  it('book exactly the difference of the moment, and leave the warehouse the sum of its movements', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const floor = await openFair(test);
        const register = await floor.logIn(`REG-${++tablets}`);
        for (const sku of SKUS) await stockWarehouse(test, sku, 12);
        let lines = new Map<Sku, Line>();
        let { id } = await desk.open({ scope: 'scanned' });

        /** Finishes the count, counts again what must be, and books it. */
        const settle = async () => {
          if (![...lines.values()].some(({ scans }) => scans.length > 0)) return;
          const { again } = await desk.finish(id);
          if (again! > 0) {
            await desk.reopen(id, true);
            for (const line of await desk.lines(id)) {
              if (line.state !== 'waiting') continue;
              const [sku, onRecord] = [line.sku as Sku, await warehouseQty(line.sku)];
              const { scan } = await desk.scan(id, sku, { total: sum(lines.get(sku)!) });
              const { scanId, countedQty: qty } = scan!;
              lines.set(sku, { scans: [{ scanId, qty, onRecord }] });
            }
            await desk.finish(id);
          }
          const before = new Map<Sku, number>();
          for (const sku of SKUS) before.set(sku, await warehouseQty(sku));
          const expected = SKUS.map((sku) => {
            const last = lines.get(sku)?.scans.at(-1);
            return before.get(sku)! + (last ? sum(lines.get(sku)!) - last.onRecord : 0);
          });
          if (SKUS.every((sku, at) => expected[at]! >= Math.min(0, before.get(sku)!)))
            await desk.book(id, WRONG);
          else {
            await expect(desk.book(id, WRONG)).rejects.toMatchObject({
              code: 'STOCK_INSUFFICIENT',
            });
            await desk.counts.discard({ params: { id }, body: {} });
            for (const [at, sku] of SKUS.entries()) expected[at] = before.get(sku)!;
          }
          expect(await Promise.all(SKUS.map(warehouseQty))).toEqual(expected);
          lines = new Map();
          ({ id } = await desk.open({ scope: 'scanned' }));
        };

        for (const { kind: what, sku, units } of steps) {
          const line = lines.get(sku) ?? { scans: [] };
          if (what === 'scan' || what === 'total') {
            const onRecord = await warehouseQty(sku);
            const given = what === 'scan' ? { qty: units } : { total: units };
            const { scan } = await desk.scan(id, sku, given);
            line.scans.push({ scanId: scan!.scanId, qty: scan!.qty, onRecord });
            expect(scan!.countedQty).toBe(sum(line));
            lines.set(sku, line);
          } else if (what === 'undo') {
            const last = line.scans.pop();
            if (last)
              expect(await desk.undo(id, last.scanId)).toMatchObject({ countedQty: sum(line) });
          } else if (what === 'deliver') await stockWarehouse(test, sku, units);
          else if (what === 'send') {
            const left = await warehouseQty(sku);
            if (left >= units)
              await adjust(await floor.line(sku), 'add', units, { reason: 'received' });
          } else if (what === 'ship')
            await register.book({
              lines: [{ sku, quantity: units, fulfilment: 'ship_to_school' }],
            });
          else await settle();
        }
        await settle();
        await checkSealedInvariants(test.db);
      }),
      { seed: 20261127, numRuns: 4 },
    );
  });

  it('keep their order under concurrency: scans read the record between its movements', async () => {
    const floor = await openFair(test);
    await stockWarehouse(test, PENCIL, 50);
    const onRecord = await warehouseQty(PENCIL);
    const line = await floor.line(PENCIL);
    const { id } = await desk.open({ scope: 'scanned' });
    await Promise.all([
      ...Array.from({ length: 20 }, () => desk.scan(id, PENCIL)),
      ...Array.from({ length: 10 }, () => adjust(line, 'add', 1, { reason: 'received' })),
    ]);
    const scans = await test.db
      .selectFrom('countScans')
      .select('onRecordQty')
      .where('documentId', '=', id)
      .orderBy('seq')
      .execute();
    const read = scans.map(({ onRecordQty }) => onRecordQty);
    expect(read).toEqual(read.toSorted((one, other) => other - one));
    await desk.finish(id);
    expect(await desk.line(id, PENCIL)).toMatchObject({
      countedQty: 20,
      onRecordQty: read.at(-1),
      moved: read[0] !== read.at(-1),
    });
    expect(await warehouseQty(PENCIL)).toBe(onRecord - 10);
    await desk.counts.discard({ params: { id }, body: {} });
  });
});
