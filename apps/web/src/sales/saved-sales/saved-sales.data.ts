import { inBatches, isAcknowledged } from '@pos/contract/sales/register-sending';
import {
  MAX_ORDER_BATCH,
  type OrderResult,
  type SoldOrder,
} from '@pos/contract/sales/register-orders';
import { SavedSales } from '@pos/contract/sales/office/saved-sales';
import { MAX_DRAWER_BATCH } from '@pos/contract/sales/drawers/drawers';
import { api } from '#web/lib/api/api.ts';

/** A saved sale as the file has it; the server judges what it really is. */
export type SavedOrder = Pick<SoldOrder, 'clientOrderId' | 'totalCents' | 'epoch' | 'sequence'>;
/** Sales of a fair in a file, and what the server has of them. */
export type FairSales = {
  fairIdentifier: string;
  fairName: string;
  isFinished: boolean;
  orders: SavedOrder[];
  known: ReadonlySet<string>;
  refunds: unknown[];
  drawerEntries: unknown[];
};
export type SavedFile = { deviceId: string; fairs: FairSales[] };

/**
 * Reads a device's file of unsent sales. Throws an Error with a sentence for people if it is none, or
 * of another device.
 */
export async function readSavedSales(file: File, deviceId: string): Promise<SavedSales> {
  const saved = toSavedSales(await file.text());
  if (!saved)
    throw new Error('This is not a file of sales that a register saved, or it is damaged.');
  if (saved.deviceId.toLowerCase() !== deviceId.toLowerCase())
    throw new Error(
      `These are sales of ${saved.deviceId}. Choose the file on the page of that device.`,
    );
  return saved;
}

function toSavedSales(text: string): SavedSales | undefined {
  try {
    return SavedSales.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const isSaved = (order: unknown): order is SavedOrder =>
  typeof order === 'object' &&
  order !== null &&
  'clientOrderId' in order &&
  typeof order.clientOrderId === 'string';

/** Asks the server which of the sales it has. */
export async function checkSavedSales(id: string, file: SavedSales): Promise<SavedFile> {
  const fairs: FairSales[] = [];
  for (const { fairIdentifier, orders: all, refunds, drawerEntries } of file.fairs) {
    const orders = all.filter(isSaved);
    if (orders.length + refunds.length + drawerEntries.length === 0) continue;
    const known = new Set<string>();
    let place = { fairName: fairIdentifier, isFinished: false };
    for (const batch of inChunks(orders, MAX_ORDER_BATCH)) {
      const clientOrderIds = batch.map((order) => order.clientOrderId);
      const { data } = await api.savedSales.check({
        params: { id },
        body: { fairIdentifier, clientOrderIds },
      });
      place = { fairName: data.fairName, isFinished: data.isFinished };
      for (const each of data.known) known.add(each);
    }
    fairs.push({ ...place, fairIdentifier, orders, known, refunds, drawerEntries });
  }
  return { deviceId: file.deviceId, fairs };
}

/** A sale that was not booked, with the server's words. */
export type NotBooked = { receipt: string; reason: string };
/** Result of a file: sales booked now or there before, refunds, entries, and items not booked. */
export type TakenIn = {
  booked: number;
  known: number;
  refunds: number;
  entries: number;
  others: NotBooked[];
};

/** Sends the sales that the server does not have, batch by batch. Repeating it books nothing twice. */
export async function takeInSavedSales(
  id: string,
  { deviceId, fairs }: SavedFile,
): Promise<TakenIn> {
  const taken: TakenIn = { booked: 0, known: 0, refunds: 0, entries: 0, others: [] };
  for (const { fairIdentifier, orders, known, refunds, drawerEntries } of fairs) {
    const missing = orders.filter(({ clientOrderId }) => !known.has(clientOrderId.toLowerCase()));
    taken.known += orders.length - missing.length;
    const sold = missing.map((order) => ({ order: order as SoldOrder }));
    for (const batch of inBatches(sold, MAX_ORDER_BATCH)) {
      const { data } = await api.savedSales.takeIn({
        params: { id },
        body: { fairIdentifier, orders: batch.map(({ order }) => order) },
      });
      data.results.forEach((result, index) => {
        const { epoch, sequence } = batch[index]!.order;
        count(taken, `${deviceId}-${epoch}-${sequence}`, result);
      });
    }
    for (const batch of inChunks(refunds, MAX_ORDER_BATCH)) {
      const { data } = await api.savedSales.takeIn({
        params: { id },
        body: { fairIdentifier, orders: [], refunds: batch },
      });
      for (const { result, reason, errors } of data.refundResults)
        if (result === 'accepted' || result === 'duplicate') taken.refunds += 1;
        else
          taken.others.push({
            receipt: 'Refund',
            reason: toReason({ result, detail: reason, errors }),
          });
    }
    for (const batch of inChunks(drawerEntries, MAX_DRAWER_BATCH)) {
      const { data } = await api.savedSales.takeIn({
        params: { id },
        body: { fairIdentifier, orders: [], drawerEntries: batch },
      });
      for (const { result, errors } of data.drawerResults)
        if (result === 'rejected')
          taken.others.push({ receipt: 'Drawer', reason: toReason({ result, errors }) });
        else taken.entries += 1;
    }
  }
  return taken;
}

function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

function count(taken: TakenIn, receipt: string, result: OrderResult): void {
  if (result.result === 'accepted') taken.booked += 1;
  else if (result.result === 'duplicate') taken.known += 1;
  else taken.others.push({ receipt, reason: toReason(result) });
}

type Refused = Pick<OrderResult, 'result' | 'detail'> & {
  errors?: Record<string, string> | undefined;
};

function toReason({ result, detail, errors = {} }: Refused): string {
  if (isAcknowledged(result)) return `Held for a decision (Orders, Held): ${detail ?? ''}`;
  const [field = '', sentence = 'Not valid.'] = Object.entries(errors)[0] ?? [];
  return `Not taken in: ${field && `${field}: `}${detail ?? sentence}`;
}
