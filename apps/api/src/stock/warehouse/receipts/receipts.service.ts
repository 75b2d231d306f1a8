import { readCode } from '@pos/contract/stock/article-numbers';
import type {
  NewReceipt,
  Receipt,
  ReceiptFacts,
  ReceiptLine,
  ReceiptLineChange,
  ReceiptScan,
  ReceiptScanAnswer,
} from '@pos/contract/stock/warehouse/receipts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { catchFailure, Failure, invalid, missing } from '#api/http/failure.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { closeDocument, lockDocument, openDocument } from '../documents/documents.service.ts';
import { findReceiptLine } from './receipt-lines.list.ts';
import { receiptList } from './receipts.list.ts';
import {
  addScanRow,
  closeRestRow,
  findScan,
  findScannedTitles,
  insertReceiptRow,
  insertRestRows,
  lockLine,
  setLineCost,
  titleExists,
  updateReceiptRow,
} from './receipts.queries.ts';

/** Opens a receipt with the next number (domain 13.2). */
export async function openReceipt(tx: Tx, actor: Actor, input: NewReceipt): Promise<Receipt> {
  const { isOpening = false, receivedOn, continuesId = null } = input;
  const earlier = continuesId === null ? undefined : await requireRest(tx, continuesId);
  const { supplier = earlier?.supplier ?? '', reference = earlier?.reference ?? '' } = input;
  const { id } = await openDocument(tx, 'receipt', actor);
  await insertReceiptRow(tx, {
    documentId: id,
    isOpening,
    supplier,
    reference,
    receivedOn,
    continuesId,
  });
  if (earlier) await insertRestRows(tx, earlier.id, id);
  return readReceipt(tx, id);
}

/** Returns a receipt. Refuses one that does not exist. */
export async function readReceipt(db: Db, id: string): Promise<Receipt> {
  const receipt = await receiptList.findById(db, id);
  if (!receipt) throw missing('receipt');
  return receipt;
}

/** Changes supplier, reference and date of an open receipt. */
export function updateReceipt(
  db: Db,
  actor: Actor,
  id: string,
  { supplier = '', reference = '', receivedOn }: ReceiptFacts,
): Promise<Receipt> {
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, 'receipt', id, ['open']);
    const before = await readReceipt(tx, id);
    const facts = { supplier, reference, receivedOn };
    await updateReceiptRow(tx, id, facts);
    await recordActivity(tx, actor, {
      action: 'receipt.updated',
      entity: 'stock-document',
      entityId: id,
      changes: changedFields<Partial<Receipt>>(before, facts),
    });
    return readReceipt(tx, id);
  });
}

/**
 * Adds units of a title to an open receipt, or says which titles have the code. Others scan at the
 * same time; a scan sent twice counts once, also if the receipt was booked in between.
 */
export function scanIntoReceipt(
  db: Db,
  actor: Actor,
  id: string,
  scan: ReceiptScan,
): Promise<ReceiptScanAnswer> {
  return inTransaction(db, async (tx) => {
    const stored = await lockToScan(tx, id, scan.scanId);
    if (stored) return { outcome: 'counted', line: await requireLine(tx, id, stored.titleId) };
    const found = await findTitle(tx, scan);
    if (typeof found !== 'string') return found;
    const { quantity = 1, damaged = false, scanId, code } = scan;
    await addScanRow(tx, {
      id: scanId,
      documentId: id,
      titleId: found,
      goodQty: damaged ? 0 : quantity,
      damagedQty: damaged ? quantity : 0,
      source: code === undefined ? 'typed' : 'scan',
      scannedBy: actor.name,
    });
    return { outcome: 'counted', line: await requireLine(tx, id, found) };
  });
}

/** Closes an open receipt without any effect on the stock. It keeps its number. */
export function discardReceipt(db: Db, actor: Actor, id: string): Promise<Receipt> {
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, 'receipt', id, ['open']);
    await closeDocument(tx, { kind: 'receipt', id, state: 'discarded' }, actor);
    return readReceipt(tx, id);
  });
}

/**
 * Locks an open receipt for a scan or correction. Returns the one that was stored under this ID before,
 * also if the receipt was booked in between.
 */
async function lockToScan(
  tx: Tx,
  id: string,
  scanId: string,
): Promise<{ titleId: string } | undefined> {
  const refusal = await catchFailure(lockDocument(tx, 'receipt', id, ['open'], 'share'));
  const stored = await findScan(tx, scanId);
  if (refusal && !stored) throw refusal;
  if (stored && stored.documentId !== id)
    throw invalid({ scanId: 'This scan is of another receipt.' });
  return stored;
}

/**
 * Corrects the quantities of a line by the difference to what the person saw, and its cost. A
 * correction sent twice counts once.
 */
export function changeReceiptLine(
  db: Db,
  actor: Actor,
  id: string,
  change: ReceiptLineChange,
): Promise<ReceiptLine> {
  return inTransaction(db, async (tx) => {
    const { scanId, titleId, goodQty, damagedQty, seenGoodQty, seenDamagedQty, costCents } = change;
    if (await lockToScan(tx, id, scanId)) return requireLine(tx, id, titleId);
    const line = await lockLine(tx, id, titleId);
    if (!line) throw missing('line');
    const delta = { goodQty: goodQty - seenGoodQty, damagedQty: damagedQty - seenDamagedQty };
    if (line.goodQty + delta.goodQty < 0 || line.damagedQty + delta.damagedQty < 0)
      throw new Failure(
        'STALE_QUANTITY',
        `There are ${line.goodQty} good and ${line.damagedQty} damaged units by now. Look again.`,
        { current: await findReceiptLine(tx, id, titleId) },
      );
    if (delta.goodQty !== 0 || delta.damagedQty !== 0)
      await addScanRow(tx, {
        id: scanId,
        documentId: id,
        titleId,
        ...delta,
        source: 'typed',
        scannedBy: actor.name,
      });
    if (costCents !== undefined) await setLineCost(tx, id, titleId, costCents);
    const after = await requireLine(tx, id, titleId);
    const units = changedFields<Partial<ReceiptLine>>(line, {
      goodQty: after.goodQty,
      damagedQty: after.damagedQty,
    });
    // A correction that was sent before changes nothing.
    if (Object.keys(units).length > 0)
      await recordActivity(tx, actor, {
        action: 'receipt.line_corrected',
        entity: 'stock-document',
        entityId: id,
        changes: { title: { from: null, to: after.title }, ...units },
      });
    return after;
  });
}

/** Returns a booked receipt with units still to come. Refuses any other. */
async function requireRest(tx: Tx, id: string): Promise<Receipt> {
  await lockDocument(tx, 'receipt', id, ['booked']);
  const receipt = await readReceipt(tx, id);
  const { rest, number, continuedBy } = receipt;
  if (rest === 'to_come') return receipt;
  throw new Failure(
    'INVALID_TRANSITION',
    rest === 'continued' && continuedBy
      ? `${continuedBy.number} receives what was still to come on ${number}.`
      : `Nothing is still to come on ${number}.`,
  );
}

/** Says that nothing more is to come on a booked receipt. */
export function closeRest(db: Db, actor: Actor, id: string): Promise<Receipt> {
  return inTransaction(db, async (tx) => {
    const { shortQty } = await requireRest(tx, id);
    await closeRestRow(tx, id, actor.name);
    await recordActivity(tx, actor, {
      action: 'receipt.rest_closed',
      entity: 'stock-document',
      entityId: id,
      changes: { shortQty: { from: shortQty, to: 0 } },
    });
    return readReceipt(tx, id);
  });
}

/** Returns the ID of the scanned title, or an answer if no title or several have the code. */
async function findTitle(
  tx: Tx,
  { titleId, code = '' }: ReceiptScan,
): Promise<string | Exclude<ReceiptScanAnswer, { outcome: 'counted' }>> {
  if (titleId !== undefined) {
    if (!(await titleExists(tx, titleId)))
      throw invalid({ titleId: 'Choose a title that exists.' });
    return titleId;
  }
  const titles = await findScannedTitles(tx, readCode(code));
  const [only, second] = titles;
  if (!only) return { outcome: 'unknown', code };
  return second ? { outcome: 'choose', titles } : only.titleId;
}

async function requireLine(tx: Tx, id: string, titleId: string): Promise<ReceiptLine> {
  const line = await findReceiptLine(tx, id, titleId);
  if (!line) throw missing('line');
  return line;
}
