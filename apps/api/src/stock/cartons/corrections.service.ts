import type { Carton, CartonCorrection } from '@pos/contract/stock/cartons';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import {
  insertAdjustmentRow,
  lockLines,
  type LockedLine,
} from '#api/stock/inventory/adjustments.queries.ts';
import { adjustmentMovements } from '#api/stock/inventory/adjustments.rules.ts';
import { recordMovements, type Movement } from '#api/stock/stock/stock.service.ts';
import {
  findCartonFair,
  findCartons,
  lockCartons,
  updateCorrectionRows,
} from './cartons.queries.ts';

/** A title whose numbers change: by how much, and its line at the fair. */
type Change = Carton['contents'][number] & {
  shortDelta: number;
  damagedDelta: number;
  line: LockedLine;
};

/**
 * Sets the units of a carton's titles that were short or damaged (domain 4.6). Short units leave
 * the fair as missing, damaged ones by an adjustment, both with the carton as their reference; a
 * smaller number brings them back.
 */
export function correctCarton(
  db: Db,
  actor: Actor,
  id: string,
  { titles }: CartonCorrection,
): Promise<Carton> {
  return inTransaction(db, async (tx) => {
    const fairId = await findCartonFair(tx, id);
    if (fairId === undefined) throw missing('carton');
    await requireOpenFair(tx, fairId);
    await lockCartons(tx, fairId);
    const carton = await requireCarton(tx, fairId, id);
    refuseMissing(carton);
    const changes = await findChanges(tx, fairId, carton, titles);
    if (changes.length === 0) return carton;
    refuseLacking(changes);
    const movements: Movement[] = [];
    for (const change of changes)
      movements.push(
        ...shortMovements(fairId, id, change),
        ...(await damage(tx, actor, carton, change)),
      );
    await recordMovements(tx, movements, actor);
    await updateCorrectionRows(tx, id, changes);
    const after = await requireCarton(tx, fairId, id);
    await recordActivity(tx, actor, {
      action: 'fair.carton_corrected',
      entity: 'fair',
      entityId: fairId,
      changes: {
        carton: { from: null, to: carton.code },
        titles: { from: null, to: changes.map(({ title }) => title) },
        short: { from: sum(carton, 'shortQty'), to: sum(after, 'shortQty') },
        damaged: { from: sum(carton, 'damagedQty'), to: sum(after, 'damagedQty') },
      },
    });
    return after;
  });
}

const sum = ({ contents }: Carton, field: 'shortQty' | 'damagedQty'): number =>
  contents.reduce((units, content) => units + content[field], 0);

async function requireCarton(tx: Tx, fairId: string, id: string): Promise<Carton> {
  const carton = (await findCartons(tx, fairId)).find((each) => each.id === id);
  if (!carton) throw missing('carton');
  return carton;
}

function refuseMissing({ code, status }: Carton): void {
  if (status === 'missing_at_delivery')
    throw new Failure(
      'INVALID_TRANSITION',
      `Carton ${code} was reported missing at delivery. Scan it at delivery first.`,
    );
}

/** Returns the titles whose numbers differ, with their locked lines. */
async function findChanges(
  tx: Tx,
  fairId: string,
  { contents }: Carton,
  titles: CartonCorrection['titles'],
): Promise<Change[]> {
  const byTitle = new Map(contents.map((content) => [content.titleId, content]));
  const given = new Map(titles.map((each) => [each.titleId, each]));
  const errors: Record<string, string> = {};
  for (const [index, { titleId, shortQty, damagedQty }] of titles.entries()) {
    const content = byTitle.get(titleId);
    if (!content || given.get(titleId) !== titles[index])
      errors[`titles.${index}.titleId`] = 'Choose titles of this carton, each only once.';
    else if (shortQty + damagedQty > content.qty)
      errors[`titles.${index}.shortQty`] =
        `The carton was packed with ${content.qty}. Short and damaged cannot be more.`;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const lines = await lockLines(
    tx,
    titles.map(({ titleId }) => ({ fairId, titleId })),
  );
  return lines.flatMap((line) => {
    const [content, now] = [byTitle.get(line.titleId)!, given.get(line.titleId)!];
    const shortDelta = now.shortQty - content.shortQty;
    const damagedDelta = now.damagedQty - content.damagedQty;
    return shortDelta === 0 && damagedDelta === 0
      ? []
      : [{ ...content, ...now, shortDelta, damagedDelta, line }];
  });
}

/** Refuses to take more units than are left: the others were sold, so they came and were sound. */
function refuseLacking(changes: readonly Change[]): void {
  const lacking = changes.filter(
    ({ shortDelta, damagedDelta, line }) =>
      shortDelta + damagedDelta > 0 && shortDelta + damagedDelta > line.onHand,
  );
  const [first] = lacking;
  if (!first) return;
  const texts = lacking.map(
    ({ title, shortDelta, damagedDelta, line }) =>
      `The fair has only ${Math.max(line.onHand, 0)} of "${title}" left, fewer than the ${shortDelta + damagedDelta} that would leave.`,
  );
  throw new Failure('STOCK_INSUFFICIENT', texts[0]!, {
    reasons: texts.map((text, index) => ({
      code: 'ALREADY_SOLD',
      text,
      count: lacking[index]!.shortDelta + lacking[index]!.damagedDelta,
    })),
  });
}

function shortMovements(
  fairId: string,
  cartonId: string,
  { titleId, shortDelta }: Change,
): Movement[] {
  if (shortDelta === 0) return [];
  const fair = { fairId };
  return [
    {
      titleId,
      qty: Math.abs(shortDelta),
      ...(shortDelta > 0 ? { from: fair, to: 'lost' } : { from: 'lost', to: fair }),
      reason: 'missing',
      refType: 'carton_correction',
      refId: cartonId,
    },
  ];
}

/** Records the adjustment of damaged units and returns its movements. */
async function damage(
  tx: Tx,
  actor: Actor,
  { id: cartonId, code }: Carton,
  { titleId, shortDelta, damagedDelta, line }: Change,
): Promise<Movement[]> {
  if (damagedDelta === 0) return [];
  const id = uuidv7();
  const delta = -damagedDelta;
  await insertAdjustmentRow(tx, actor, {
    id,
    line,
    delta,
    onHandAfter: line.onHand - shortDelta + delta,
    reason: 'damaged',
    note: `Carton ${code}`,
    transferId: null,
    cartonId,
  });
  return adjustmentMovements({ id, fairId: line.fairId, titleId, delta, reason: 'damaged' }, 0);
}
