import { randomUUID } from 'node:crypto';
import { workbook } from '@pos/world/fair';
import { TITLES } from '@pos/world/titles';
import type { InventoryTitle } from '@pos/contract/stock/inventory';
import type { Day } from '@pos/contract/values';
import { addDays } from '@pos/contract/values/days';
import { everyRow } from '../office/every-row.ts';
import type { Office } from '../office/session.ts';

/**
 * The warehouse of the demo: its opening stock before the first packing list, and deliveries, a
 * count, restocks and a return that is being put away after the fairs. Skips what an earlier run has
 * done.
 */

const OPENING_DAYS = 120;
/** Units of the opening stock per unit that the catalog names, enough for all packing lists. */
const OPENING_FACTOR = 2;

const once = () => ({ idempotencyKey: randomUUID() });

type Amount = readonly [sku: string, units: number];

/** Receives the opening stock by one sheet. */
export async function openWarehouse(office: Office, day: Day): Promise<void> {
  const { receipts } = office.client;
  if ((await receipts.list({ query: {} })).data.totalResults > 0) return;
  const { data } = await receipts.open(
    { body: { receivedOn: addDays(day, -OPENING_DAYS), isOpening: true } },
    once(),
  );
  const amounts = TITLES.map(({ sku, warehouseQty }): Amount => [
    sku,
    warehouseQty * OPENING_FACTOR,
  ]);
  await uploadSheet(office, data.id, 'received', amounts);
  await receipts.book({ params: { id: data.id } });
}

/** Works in the warehouse while fairs are live. The return of the fair `endedId` is begun. */
export async function runWarehouse(
  office: Office,
  day: Day,
  { liveIds, endedId }: { liveIds: readonly string[]; endedId: string | undefined },
): Promise<void> {
  const titles: InventoryTitle[] = [];
  for await (const title of everyRow((page) =>
    office.client.inventory.allInventory({ query: page }),
  ))
    titles.push(title);
  await receiveDeliveries(office, day, titles);
  await countMerchandise(office, titles);
  await restockFairs(office, liveIds, titles);
  if (endedId !== undefined) await beginPutAway(office, endedId);
}

/** A delivery that is short by two and has a damaged book, and one that is being unpacked. */
async function receiveDeliveries(
  office: Office,
  day: Day,
  titles: readonly InventoryTitle[],
): Promise<void> {
  const { receipts } = office.client;
  if ((await receipts.list({ query: {} })).data.totalResults > 1) return;
  const books = titles.filter(({ isbn13 }) => isbn13 !== null);
  const open = async (reference: string, receivedOn: Day, from: number) => {
    const supplier = 'Lakeshore Book Distributors';
    const { data } = await receipts.open({ body: { supplier, reference, receivedOn } }, once());
    const listed = books.slice(from, from + 6).map(({ sku }): Amount => [sku, 48]);
    await uploadSheet(office, data.id, 'expected', listed);
    return { id: data.id, titles: books.slice(from, from + 6) };
  };
  const booked = await open('INV-20418', addDays(day, -9), 0);
  const params = { id: booked.id };
  await receipts.receiveListed({ params });
  const change = (title: InventoryTitle | undefined, goodQty: number, damagedQty: number) =>
    title &&
    receipts.changeLine({
      params,
      body: {
        scanId: randomUUID(),
        titleId: title.id,
        goodQty,
        damagedQty,
        seenGoodQty: 48,
        seenDamagedQty: 0,
      },
    });
  await change(booked.titles[0], 46, 0);
  await change(booked.titles[1], 47, 1);
  await receipts.book({ params });
  const waiting = await open('INV-20533', day, 6);
  for (const { id: titleId } of waiting.titles.slice(0, 2))
    await receipts.scan({
      params: { id: waiting.id },
      body: { scanId: randomUUID(), titleId, quantity: 24 },
    });
}

async function uploadSheet(
  office: Office,
  receiptId: string,
  listed: 'expected' | 'received',
  amounts: readonly Amount[],
): Promise<void> {
  const file = await workbook({
    name: 'Receipt',
    columns: [
      { header: 'ISBN/SKU', kind: 'isbn' },
      { header: 'Quantity', kind: 'integer' },
    ],
    rows: amounts,
  });
  const { data } = await office.client.uploads.bulkUpload({
    body: { kind: 'receipt', receiptId, listed, mode: 'commit' },
    file,
    fileName: listed === 'received' ? 'opening-stock.xlsx' : 'delivery.xlsx',
  });
  const [wrong] = data.errors;
  if (wrong) throw new Error(`the receipt was rejected: row ${wrong.row}, ${wrong.message}`);
}

/** Counts the merchandise, of which one title lacks two units. */
async function countMerchandise(office: Office, titles: readonly InventoryTitle[]): Promise<void> {
  const { counts } = office.client;
  if ((await counts.list({ query: {} })).data.totalResults > 0) return;
  const { data } = await counts.add(
    { body: { scope: 'category', categories: ['Merchandise'] } },
    once(),
  );
  const params = { id: data.id };
  const merchandise = titles.filter(({ category }) => category === 'Merchandise');
  for (const [index, { sku, warehouseQty }] of merchandise.entries())
    await counts.scan({
      params,
      body: { scanId: randomUUID(), code: sku, total: warehouseQty - (index === 0 ? 2 : 0) },
    });
  const { data: counted } = await counts.getById({ params });
  const { data: finished } = await counts.finish(
    { params, body: { version: counted.version } },
    once(),
  );
  await counts.book(
    { params, body: { version: finished.version, few: { reason: 'lost' } } },
    once(),
  );
}

/** Restocks live fairs: the first has received its shipment, the second waits for it. */
async function restockFairs(
  office: Office,
  liveIds: readonly string[],
  titles: readonly InventoryTitle[],
): Promise<void> {
  const { shipments } = office.client;
  if ((await shipments.list({ query: {} })).data.totalResults > 0) return;
  for (const [index, fairId] of liveIds.slice(0, 2).entries()) {
    const lines = titles
      .filter(({ availableQty, status }) => availableQty > 20 && status === 'active')
      .slice(index * 4, index * 4 + 4)
      .map(({ id: titleId }) => ({ titleId, quantity: 6 }));
    const { data } = await shipments.open({ body: { fairId, lines } }, once());
    const params = { id: data.id };
    await shipments.pack({ params });
    await shipments.send({ params }, once());
    if (index === 0) await shipments.receive({ params, body: { missing: [] } });
  }
}

/** Puts the first carton of a return away. */
async function beginPutAway(office: Office, fairId: string): Promise<void> {
  const params = { id: fairId };
  const { data } = await office.client.putAway.getById({ params });
  const [carton] = data.cartons;
  if (data.state !== 'waiting' || !carton) return;
  const scan = (body: { code: string; quantity?: number; cartonId?: string }) =>
    office.client.putAway.scan({
      params,
      body: { scanId: randomUUID(), kind: 'good', ...body },
    });
  await scan({ code: carton.code });
  const { data: cartons } = await office.client.cartons.list({ params });
  const contents = cartons.find(({ id }) => id === carton.id)?.contents ?? [];
  for (const { sku, qty } of contents)
    await scan({ code: sku, quantity: Math.max(1, Math.floor(qty / 3)), cartonId: carton.id });
}
