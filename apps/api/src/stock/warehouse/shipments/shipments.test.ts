import { shipmentsApi, type NewShipmentLine } from '@pos/contract/stock/warehouse/shipments';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#testing/app/test-app.ts';
import { download } from '#testing/calls/downloads.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { setCloseOut } from '#testing/calls/records.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { readPdf } from '#testing/files/pdf-pages.ts';
import { readPrintedCodes } from '#testing/files/printed-codes.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { CartonDesk } from '#testing/selling/carton-desk.ts';
import { HUNGER, openFair, PENCIL, stockWarehouse, STRAY } from '#testing/selling/sales-floor.ts';
import { stockDesk } from '#testing/selling/stock-desk.ts';

describe('a restock shipment', async () => {
  const test = await startTestApp();
  const { ask } = test;
  const { setTitleStatus, warehouseQty } = stockDesk(test);
  const floor = await openFair(test);
  for (const sku of [HUNGER, PENCIL, STRAY]) await stockWarehouse(test, sku, 30);
  const idOf = async (sku: string) => {
    const { results } = await ask.inventory.allInventory({ query: { search: sku } });
    return results[0]!.id;
  };
  const titles = {
    hunger: await idOf(HUNGER),
    pencil: await idOf(PENCIL),
    stray: await idOf(STRAY),
  };
  const at = (id: string) => ({ params: { id } });
  const open = (lines: NewShipmentLine[] = [], fairId = floor.fair.id) =>
    ask.shipments.open({ body: { fairId, lines } });
  const pack = (id: string) => ask.shipments.pack(at(id));
  const send = (id: string) => ask.shipments.send(at(id));
  /** Opens, packs and sends a shipment. */
  const sent = async (lines: NewShipmentLine[], fairId?: string) => {
    const { id } = await open(lines, fairId);
    await pack(id);
    return send(id);
  };
  const stateOf = async (id: string) => (await ask.shipments.getById(at(id))).state;
  const scan = (codes: string[], fairId = floor.fair.id) =>
    ask.cartons.scan({ body: { fairId, stage: 'delivery', codes, confirm: true } });

  it('takes units from the warehouse to the fair and is received by a scan of its cartons', async () => {
    const { id, number } = await open([{ titleId: titles.hunger, quantity: 4 }]);
    expect(number).toBe('S-0001');
    const lines = [
      { titleId: titles.hunger, carton: 4, quantity: 2 },
      { titleId: titles.stray, carton: 4, quantity: 7 },
      { titleId: titles.pencil, quantity: 9 },
    ];
    await ask.shipments.setLines({ ...at(id), body: { lines } });
    const taken = { lines: [{ titleId: titles.pencil, quantity: 0 }] };
    await ask.shipments.setLines({ ...at(id), body: taken });
    await pack(id);
    expect(await warehouseQty(HUNGER)).toBe(30);
    const before = await floor.line(HUNGER);
    const shipment = await send(id);
    expect(shipment).toMatchObject({ state: 'sent', titles: 2, units: 13, cartons: 2 });
    expect(shipment.packedCartons).toEqual([
      { number: 1, code: 'S-0001-1', status: 'packed' },
      { number: 2, code: 'S-0001-2', status: 'packed' },
    ]);
    expect([await warehouseQty(HUNGER), await warehouseQty(STRAY)]).toEqual([24, 23]);
    expect(await floor.line(HUNGER)).toMatchObject({
      sentQty: before.sentQty + 6,
      receivedQty: before.receivedQty + 6,
      onHand: before.onHand + 6,
      priceCents: before.priceCents,
    });
    // A title that the fair lacked has the price of the catalog.
    expect(await floor.line(STRAY)).toMatchObject({ sentQty: 7, onHand: 7, priceCents: 500 });
    const returns = await floor.report('FAIR_RETURN_REPORT');
    expect(returns.rows.find(({ sku }) => sku === STRAY)).toMatchObject({ sent: 7 });

    await scan(['s-0001-1', 'S-0001-2']);
    expect(await ask.shipments.getById(at(id))).toMatchObject({
      state: 'received',
      closedBy: expect.any(String),
      packedCartons: [{ status: 'delivered' }, { status: 'delivered' }],
    });
    const restocks = await ask.shipments.ofFair(at(floor.fair.id));
    expect(restocks).toMatchObject([{ number, state: 'received', missingCartons: 0 }]);
    await expectRefusal(send(id), 'INVALID_TRANSITION');
    await expectRefusal(ask.shipments.discard(at(id)), 'INVALID_TRANSITION');
  });

  it('is received in part while a carton is missing, and wholly once it turns up', async () => {
    const { id, packedCartons } = await sent([
      { titleId: titles.hunger, carton: 1, quantity: 3 },
      { titleId: titles.pencil, carton: 2, quantity: 5 },
    ]);
    const { onHand } = await floor.line(PENCIL);
    const missing = [packedCartons[1]!.code];
    const person = await signedInWith(test, [['Fairs', 'read_only']], ['scan_cartons']);
    const { data } = await person.client.shipments.receive({ ...at(id), body: { missing } });
    expect(data).toMatchObject({ state: 'received_in_part', missingCartons: 1 });
    expect(await floor.line(PENCIL)).toMatchObject({ missingQty: 5, onHand: onHand - 5 });
    await Promise.all([scan(missing), scan(missing)]);
    expect(await stateOf(id)).toBe('received');
    expect(await floor.line(PENCIL)).toMatchObject({ missingQty: 0, onHand });
    const again = ask.shipments.receive({ ...at(id), body: { missing: [] } });
    await expectRefusal(again, 'INVALID_TRANSITION');
  });

  it('names what the fair found short or damaged in its cartons', async () => {
    const { id, packedCartons } = await sent([
      { titleId: titles.hunger, carton: 1, quantity: 4 },
      { titleId: titles.pencil, carton: 1, quantity: 5 },
    ]);
    const { code } = packedCartons[0]!;
    await scan([code]);
    const cartons = await ask.cartons.list(at(floor.fair.id));
    const carton = cartons.find((each) => each.code === code)!;
    const found = { titleId: titles.pencil, shortQty: 1, damagedQty: 2 };
    await ask.cartons.correct({ params: { id: carton.id }, body: { titles: [found] } });
    const shipment = await ask.shipments.getById(at(id));
    expect(shipment).toMatchObject({ units: 9, shortQty: 1, damagedQty: 2 });
    expect(shipment.lines.find(({ titleId }) => titleId === titles.pencil)).toMatchObject(found);
    expect(shipment.lines.find(({ titleId }) => titleId === titles.hunger)).toMatchObject({
      shortQty: 0,
      damagedQty: 0,
    });
    const [restock] = await ask.shipments.ofFair(at(floor.fair.id));
    expect(restock).toMatchObject({ shortQty: 1, damagedQty: 2 });
  });

  it('is not missing when the packing list is scanned, nor the packing list when it is', async () => {
    const desk = new CartonDesk(test);
    const fair = await desk.packedFair('RESTOCKED');
    const first = await sent([{ titleId: titles.hunger, quantity: 1 }], fair.id);
    const second = await sent([{ titleId: titles.hunger, quantity: 2 }], fair.id);
    const { code } = first.packedCartons[0]!;
    expect(await scan([code], fair.id)).toMatchObject({ expected: 1, scanned: 1, missing: [] });
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['received', 'sent']);
    expect(await desk.states(fair)).toBe('packed packed packed packed delivered packed');
    expect(await desk.confirmed(fair, 'delivery', 1, 2, 3)).toMatchObject({
      expected: 5,
      missing: [{ code: 'RESTOCKED-C10' }],
    });
    expect(await stateOf(second.id)).toBe('sent');
    const receive = { ...at(second.id), body: { missing: [] } };
    expect(await ask.shipments.receive(receive)).toMatchObject({ state: 'received' });
    expect(await desk.states(fair)).toBe(
      'delivered delivered delivered missing_at_delivery delivered delivered',
    );
  });

  it('takes all there is, and is refused for one unit more, an inactive title and a closed fair', async () => {
    const other = await openFair(test);
    await stockWarehouse(test, HUNGER, 30);
    const there = await warehouseQty(HUNGER);
    const some = (quantity: number) => [{ titleId: titles.hunger, quantity }];
    const { id } = await open(some(there + 1));
    const short = await getRefusal(pack(id));
    expect(short.code).toBe('STOCK_INSUFFICIENT');
    expect(short.message).toContain(
      `The warehouse has ${there} of "The Arena", ${there + 1} are needed. Other fairs have it: ${other.fair.name} 20`,
    );
    await ask.shipments.setLines({ ...at(id), body: { lines: some(there) } });
    await pack(id);
    await ask.shipments.unpack(at(id));
    const few = some(1);
    await ask.shipments.setLines({ ...at(id), body: { lines: few } });
    await setTitleStatus(titles.hunger, 'inactive');
    await expectRefusal(pack(id), 'INVALID_TRANSITION');
    await expectErrors(open(few), { lines: '"The Arena" is inactive and cannot be sent.' });
    await setTitleStatus(titles.hunger, 'active');
    await pack(id);
    await expectRefusal(
      ask.shipments.setLines({ ...at(id), body: { lines: few } }),
      'INVALID_TRANSITION',
    );
    await setCloseOut(test, floor.fair, 'finished');
    await expectRefusal(send(id), 'FAIR_FINISHED');
    await expectRefusal(open(few), 'FAIR_FINISHED');
    await setCloseOut(test, floor.fair, 'open');
    await ask.shipments.unpack(at(id));
    expect(await stateOf(id)).toBe('open');
    const empty = await open();
    await expectRefusal(pack(empty.id), 'INVALID_TRANSITION');
    const twice = [few[0]!, few[0]!];
    await expectErrors(open(twice), { lines: '"The Arena" is in carton 1 more than once.' });
  });

  it('sends no unit twice when two shipments take the last ones', async () => {
    const left = await warehouseQty(STRAY);
    const line = { titleId: titles.stray, quantity: left };
    const [one, two] = [await open([line]), await open([line])];
    for (const { id } of [one, two]) await pack(id);
    const outcomes = await Promise.allSettled([send(one.id), send(two.id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await warehouseQty(STRAY)).toBe(0);
    await stockWarehouse(test, STRAY, 5);
  });

  it('keeps its number when it is discarded, and its fair', async () => {
    const fair = (await openFair(test)).fair;
    const { id, number } = await open([], fair.id);
    expect(await ask.shipments.discard(at(id))).toMatchObject({ state: 'discarded', number });
    const next = await open([], fair.id);
    expect(Number(next.number.slice(2))).toBe(Number(number.slice(2)) + 1);
    expect(await ask.shipments.ofFair(at(fair.id))).toMatchObject([{ number: next.number }]);
    const query = { fairId: fair.id, state: ['discarded' as const] };
    const { results } = await ask.shipments.list({ query });
    expect(results.map((each) => each.number)).toEqual([number]);
    const refusal = await getRefusal(ask.fairs.delete(at(fair.id)));
    expect(refusal.reasons).toContainEqual(
      expect.objectContaining({ code: 'SHIPMENTS', count: 2 }),
    );
  });

  it('has a packing paper, and labels of its cartons that scanners read', async () => {
    for (const sku of [HUNGER, PENCIL]) await stockWarehouse(test, sku, 5);
    const { id, number } = await open([
      { titleId: titles.hunger, carton: 1, quantity: 2 },
      { titleId: titles.pencil, carton: 2, quantity: 3 },
    ]);
    const labels = async () => (await download(test, shipmentsApi.labels, at(id))).bytes;
    await expectRefusal(labels(), 'INVALID_TRANSITION');
    await pack(id);
    const printed = await labels();
    const { pages } = await readPdf(printed);
    for (const text of [floor.fair.name, `Restock ${number}`, '2 of 2', '3 units'])
      expect(pages[1]).toContain(text);
    expect(await readPrintedCodes(printed, 2)).toEqual([
      `Code128 ${number}-2`,
      `QRCode ${number}-2`,
    ]);
    const paper = await readPdf((await download(test, shipmentsApi.paper, at(id))).bytes);
    for (const text of [`Restock ${number}`, `Carton 2 of 2, ${number}-2`, 'The Arena', HUNGER])
      expect(paper.pages.join('\n')).toContain(text);
  });
});
