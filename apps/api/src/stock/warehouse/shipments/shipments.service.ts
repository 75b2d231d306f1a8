import {
  MAX_SHIPMENT_LINES,
  type NewShipment,
  type NewShipmentLine,
  type Shipment,
  type ShipmentDetails,
  type ShipmentReceipt,
} from '@pos/contract/stock/warehouse/shipments';
import { pluralize } from '@pos/contract/values/counts';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { requireFair, requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { scanCartons } from '#api/stock/cartons/cartons.service.ts';
import { lockFairLines, lockTitles } from '#api/stock/stock/stock-locks.queries.ts';
import { recordMovements, type Movement } from '#api/stock/stock/stock.service.ts';
import {
  closeDocument,
  lockDocument,
  moveDocument,
  openDocument,
} from '../documents/documents.service.ts';
import { findFairShipments, shipmentList } from './shipments.list.ts';
import { lockNamedTitles } from '#api/stock/titles/titles.service.ts';
import {
  deleteCartonRows,
  findHolders,
  findShipmentCartons,
  findShipmentLines,
  findTakenCodes,
  insertCartonRows,
  insertFairCartonRows,
  insertMissingLineRows,
  insertShipmentRow,
  replaceLineRows,
  setLineRows,
  setPackedRow,
  setSentRow,
} from './shipments.queries.ts';
import {
  cartonCodes,
  findShortages,
  possibleCodes,
  renumberCartons,
  shortageText,
  unitsByTitle,
} from './shipments.rules.ts';

const MAX_REASONS = 20;

/** Returns a shipment. Refuses one that does not exist. */
async function requireShipment(db: Db, id: string): Promise<Shipment> {
  const shipment = await shipmentList.findById(db, id);
  if (!shipment) throw missing('shipment');
  return shipment;
}

/** Returns a shipment with its lines and cartons. Refuses one that does not exist. */
export async function readShipment(db: Db, id: string): Promise<ShipmentDetails> {
  const shipment = await requireShipment(db, id);
  const cartons = await findShipmentCartons(db, id);
  return {
    ...shipment,
    lines: await findShipmentLines(db, id),
    packedCartons: cartons.map(({ id: _, ...carton }) => carton),
  };
}

/** Returns a fair's shipments, newest first. Refuses a fair that does not exist. */
export async function readRestocks(db: Db, fairId: string): Promise<Shipment[]> {
  const shipments = await findFairShipments(db, fairId);
  if (shipments.length === 0) await requireFair(db, fairId);
  return shipments;
}

/** Opens a shipment with the next number (domain 13.4). Refuses a fair that is closed out. */
export async function openShipment(
  tx: Tx,
  actor: Actor,
  { fairId, lines = [] }: NewShipment,
): Promise<ShipmentDetails> {
  await requireOpenFair(tx, fairId);
  const { id } = await openDocument(tx, 'shipment', actor, { fairId });
  await insertShipmentRow(tx, id);
  await setLines(tx, id, lines);
  return readShipment(tx, id);
}

/** Sets lines of an open shipment. Others stay as they are. */
export function changeLines(
  db: Db,
  id: string,
  lines: readonly NewShipmentLine[],
): Promise<ShipmentDetails> {
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, 'shipment', id, ['open']);
    await setLines(tx, id, lines);
    return readShipment(tx, id);
  });
}

async function setLines(tx: Tx, id: string, given: readonly NewShipmentLine[]): Promise<void> {
  const lines = given.map(({ carton = 1, ...line }) => ({ ...line, carton }));
  const titles = await lockNamedTitles(
    tx,
    lines.map(({ titleId }) => titleId),
  );
  const seen = new Set<string>();
  for (const { titleId, carton, quantity } of lines) {
    const title = titles.get(titleId);
    if (!title) throw invalid({ lines: 'A title does not exist.' });
    if (!title.isActive && quantity > 0) throw invalid({ lines: inactiveText(title.title) });
    const key = `${carton} ${titleId}`;
    if (seen.has(key))
      throw invalid({ lines: `"${title.title}" is in carton ${carton} more than once.` });
    seen.add(key);
  }
  await setLineRows(tx, id, lines);
  if ((await findShipmentLines(tx, id)).length > MAX_SHIPMENT_LINES)
    throw invalid({ lines: `A shipment has at most ${MAX_SHIPMENT_LINES} titles.` });
}

const inactiveText = (title: string) => `"${title}" is inactive and cannot be sent.`;

/** Closes the cartons of an open shipment and gives them codes. Refuses what cannot be sent. */
export function packShipment(db: Db, actor: Actor, id: string): Promise<ShipmentDetails> {
  return inTransaction(db, async (tx) => {
    const { fairId, number } = await requireShipment(tx, id);
    await requireOpenFair(tx, fairId);
    await lockDocument(tx, 'shipment', id, ['open']);
    await requireReadyToSend(tx, id, fairId);
    const lines = renumberCartons(await findShipmentLines(tx, id));
    await replaceLineRows(tx, id, lines);
    const count = Math.max(...lines.map(({ carton }) => carton));
    const taken = await findTakenCodes(tx, possibleCodes(number, count));
    await insertCartonRows(tx, id, cartonCodes(number, count, taken));
    await setPackedRow(tx, id, actor.name);
    await moveDocument(tx, { kind: 'shipment', id, state: 'packed' }, actor);
    return readShipment(tx, id);
  });
}

/** Opens a packed shipment again, to change it. Its labels are void. */
export function unpackShipment(db: Db, actor: Actor, id: string): Promise<ShipmentDetails> {
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, 'shipment', id, ['packed']);
    await deleteCartonRows(tx, id);
    await setPackedRow(tx, id, null);
    await moveDocument(tx, { kind: 'shipment', id, state: 'open' }, actor);
    return readShipment(tx, id);
  });
}

/**
 * Sends a packed shipment: its units go from the warehouse to the fair as those of a packing list do,
 * and its cartons become cartons of the fair. The warehouse never goes below zero.
 */
export async function sendShipment(tx: Tx, actor: Actor, id: string): Promise<ShipmentDetails> {
  const { fairId, number } = await requireShipment(tx, id);
  // As an import does, so that two that add lines to the fair wait for each other.
  await lockRow(tx, 'fairs', fairId, 'no key update');
  await requireOpenFair(tx, fairId);
  await lockDocument(tx, 'shipment', id, ['packed']);
  const cartons = await findShipmentCartons(tx, id);
  const [taken] = await findTakenCodes(
    tx,
    cartons.map(({ code }) => code),
  );
  if (taken !== undefined)
    throw new Failure(
      'IN_USE',
      `Another carton has the code ${taken.toUpperCase()} by now. Unpack ${number} and pack it again, which makes new labels.`,
    );
  const units = unitsByTitle(await findShipmentLines(tx, id));
  await insertMissingLineRows(tx, fairId, [...units.keys()]);
  await lockFairLines(tx, fairId, [...units.keys()]);
  await requireReadyToSend(tx, id, fairId);
  await insertFairCartonRows(tx, id, { fairId, label: `Restock ${number}` });
  await setSentRow(tx, id, actor.name);
  await moveDocument(tx, { kind: 'shipment', id, state: 'sent' }, actor);
  await recordActivity(tx, actor, {
    action: 'fair.restock_sent',
    entity: 'fair',
    entityId: fairId,
    changes: { restock: { from: null, to: number }, units: { from: null, to: sum(units) } },
  });
  const movements = [...units].map(([titleId, qty]): Movement => ({
    titleId,
    qty,
    from: 'warehouse',
    to: { fairId },
    reason: 'sent',
    refType: 'shipment',
    refId: id,
  }));
  await recordMovements(tx, movements, actor);
  return readShipment(tx, id);
}

const sum = (units: ReadonlyMap<string, number>) =>
  [...units.values()].reduce((total, each) => total + each, 0);

/**
 * Refuses an empty shipment, an inactive title, and titles of which the warehouse has too little,
 * naming the fairs that have them. Locks the titles.
 */
async function requireReadyToSend(tx: Tx, id: string, fairId: string): Promise<void> {
  const lines = await findShipmentLines(tx, id);
  if (lines.length === 0)
    throw new Failure('INVALID_TRANSITION', 'The shipment has no titles yet.');
  const inactive = lines.find(({ isActive }) => !isActive);
  if (inactive)
    throw new Failure('INVALID_TRANSITION', `${inactiveText(inactive.title)} Take it out first.`);
  const available = await lockTitles(tx, [...unitsByTitle(lines).keys()]);
  const short = findShortages(lines, available);
  if (short.length === 0) return;
  const holders = await findHolders(
    tx,
    fairId,
    short.map(({ titleId }) => titleId),
  );
  const texts = short.map((title) =>
    shortageText({ ...title, holders: holders.get(title.titleId) ?? [] }),
  );
  const others = pluralize(texts.length - 1, 'more title is short', 'more titles are short');
  const more = texts.length > 1 ? ` ${others}.` : '';
  throw new Failure('STOCK_INSUFFICIENT', `${texts[0]}${more}`, {
    reasons: texts
      .slice(0, MAX_REASONS)
      .map((text, at) => ({ code: 'SHORT', text, count: short[at]!.needed })),
  });
}

/** Confirms that a sent shipment arrived, except for missing cartons (domain 13.4, 4.6). */
export async function receiveShipment(
  db: Db,
  actor: Actor,
  id: string,
  { missing: lost }: ShipmentReceipt,
): Promise<Shipment> {
  const { state, fairId, number } = await requireShipment(db, id);
  if (state !== 'sent' && state !== 'received_in_part')
    throw new Failure('INVALID_TRANSITION', `${number} is not on its way.`);
  const cartons = await findShipmentCartons(db, id);
  const given = new Set(lost.map((code) => code.toLowerCase()));
  const arrived = cartons.filter(({ code }) => !given.has(code.toLowerCase()));
  if (cartons.length - arrived.length !== given.size)
    throw invalid({ missing: 'Choose cartons of the shipment.' });
  await scanCartons(
    db,
    actor,
    { fairId, stage: 'delivery', codes: arrived.map(({ code }) => code), confirm: true },
    id,
  );
  return requireShipment(db, id);
}

/** Closes a shipment that was not sent, without any effect on the stock. It keeps its number. */
export function discardShipment(db: Db, actor: Actor, id: string): Promise<Shipment> {
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, 'shipment', id, ['open', 'packed']);
    await closeDocument(tx, { kind: 'shipment', id, state: 'discarded' }, actor);
    return requireShipment(tx, id);
  });
}
