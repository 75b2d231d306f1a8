import { pageAddress } from '@pos/contract/addresses';
import type { Receipt } from '@pos/contract/stock/warehouse/receipts';
import { pluralize } from '@pos/contract/values/counts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { Failure } from '#api/http/failure.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { recordMovements, type Movement } from '#api/stock/stock/stock.service.ts';
import { setDocumentState } from '../documents/documents.queries.ts';
import { closeDocument, lockDocument } from '../documents/documents.service.ts';
import { readReceipt } from './receipts.service.ts';
import {
  findReceivedUnits,
  lockLackingTitles,
  receiveListedRows,
  reverseReceiptRow,
  type LackingTitle,
} from './receipts.queries.ts';

/** Receives everything that is listed and short on an open receipt, as good. */
export function receiveListed(db: Db, actor: Actor, id: string): Promise<Receipt> {
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, 'receipt', id, ['open']);
    await receiveListedRows(tx, id, actor.name);
    return readReceipt(tx, id);
  });
}

/**
 * Books an open receipt in one transaction: good units enter the warehouse, damaged ones are lost
 * (domain 13.2). A crash in between leaves it open and whole.
 */
export function bookReceipt(db: Db, actor: Actor, id: string): Promise<Receipt> {
  return inTransaction(db, async (tx) => {
    const { number } = await lockDocument(tx, 'receipt', id, ['open']);
    const lines = await findReceivedUnits(tx, id);
    if (lines.length === 0)
      throw new Failure(
        'INVALID_TRANSITION',
        `${number} has no units yet. Scan the books or upload a sheet, or discard it.`,
      );
    await closeDocument(tx, { kind: 'receipt', id, state: 'booked' }, actor);
    await recordAll(tx, movements(id, lines, 'booked'), actor);
    return readReceipt(tx, id);
  });
}

/**
 * Takes the units of a booked receipt out of the warehouse again, while they are there. Refuses
 * (STOCK_INSUFFICIENT) with the fairs that have them.
 */
export function reverseReceipt(db: Db, actor: Actor, id: string, reason: string): Promise<Receipt> {
  return inTransaction(db, async (tx) => {
    const { number } = await lockDocument(tx, 'receipt', id, ['booked']);
    await refuseLacking(tx, id, number);
    await recordAll(tx, movements(id, await findReceivedUnits(tx, id), 'reversed'), actor);
    await setDocumentState(tx, id, 'reversed');
    await reverseReceiptRow(tx, id, actor.name);
    await recordActivity(tx, actor, {
      action: 'receipt.reversed',
      entity: 'stock-document',
      entityId: id,
      changes: { reason: { from: null, to: reason } },
    });
    return readReceipt(tx, id);
  });
}

/** Movements of one statement; more would block the process while they are encoded. */
const PORTION = 500;

/** Records movements in portions, whose titles are in the order of their locks. */
async function recordAll(tx: Tx, all: readonly Movement[], actor: Actor): Promise<void> {
  for (let at = 0; at < all.length; at += PORTION)
    await recordMovements(tx, all.slice(at, at + PORTION), actor);
}

function movements(
  id: string,
  lines: readonly { titleId: string; goodQty: number; damagedQty: number }[],
  state: 'booked' | 'reversed',
): Movement[] {
  const isBooked = state === 'booked';
  const between = (place: 'warehouse' | 'lost') =>
    isBooked
      ? ({ from: 'supplier', to: place } as const)
      : ({ from: place, to: 'supplier' } as const);
  return lines.flatMap(({ titleId, goodQty, damagedQty }) =>
    (
      [
        ['warehouse', goodQty, 'received'],
        ['lost', damagedQty, 'received_damaged'],
      ] as const
    ).flatMap(([place, qty, reason]): Movement[] =>
      qty === 0
        ? []
        : [
            {
              titleId,
              qty,
              ...between(place),
              reason: isBooked ? reason : 'received_reversed',
              refType: 'receipt',
              refId: id,
            },
          ],
    ),
  );
}

async function refuseLacking(tx: Tx, id: string, number: string): Promise<void> {
  const lacking = await lockLackingTitles(tx, id);
  const [first] = lacking;
  if (!first) return;
  const more = lacking.length > 1 ? ` The same applies to ${lacking.length - 1} more titles.` : '';
  throw new Failure(
    'STOCK_INSUFFICIENT',
    `${number} cannot be reversed: ${lackingText(first)}${more}`,
    {
      reasons: lacking.map((title) => ({
        code: 'UNITS_GONE',
        text: lackingText(title),
        ...(title.fairs[0] && {
          link: pageAddress('fair-details', { id: title.fairs[0].id, tab: 'inventory' }),
        }),
      })),
    },
  );
}

function lackingText({ title, lackingQty, fairs }: LackingTitle): string {
  const units = pluralize(lackingQty, 'unit');
  const names = new Intl.ListFormat('en-US').format(fairs.map(({ name }) => name));
  return fairs.length > 0
    ? `${units} of "${title}" left the warehouse; ${names} ${fairs.length === 1 ? 'has' : 'have'} copies.`
    : `${units} of "${title}" left the warehouse.`;
}
