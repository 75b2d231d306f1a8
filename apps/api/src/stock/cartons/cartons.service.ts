import type {
  Carton,
  CartonScan,
  CartonScanAnswer,
  UnexpectedCode,
} from '@pos/contract/stock/cartons';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireFair, requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { holdForReturnCount } from '#api/fairs/fairs/late-counts.service.ts';
import { recordMovements, type Movement } from '#api/stock/stock/stock.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import {
  findCartonFairs,
  findCartons,
  findLines,
  clearSoldContentRows,
  findMissingContents,
  lockCartons,
  moveCartonRows,
  updateSoldContentRows,
} from './cartons.queries.ts';
import {
  divideContents,
  findAlreadySold,
  matchScan,
  STATUS_CHANGES,
  type LostContent,
  type ScanMatch,
} from './cartons.rules.ts';
import { claimFoundCartons, keepFoundCartons } from './found-cartons.service.ts';

/** Returns a fair's cartons. Refuses a fair that does not exist. */
export async function readCartons(db: Db, fairId: string): Promise<Carton[]> {
  const cartons = await findCartons(db, fairId);
  if (cartons.length === 0) await requireFair(db, fairId);
  return cartons;
}

/**
 * Records the cartons scanned at delivery or return (domain 4.6). Without `confirm` it only reports
 * the effect. With it, contents of cartons that become missing at delivery leave the fair, and
 * contents of a missing carton come back when it is scanned. A return moves no quantity. `keepSold`
 * accepts that some contents were sold already: those stay. Codes of no carton of the fair are kept
 * as found cartons. With `shipmentId` it is about the cartons of this restock alone.
 */
export function scanCartons(
  db: Db,
  actor: Actor,
  { fairId, stage, codes, confirm = false, keepSold = false }: CartonScan,
  shipmentId?: string,
): Promise<CartonScanAnswer> {
  return inTransaction(db, async (tx) => {
    await requireOpenFair(tx, fairId);
    if (confirm) await lockCartons(tx, fairId);
    const effect = await findEffect(tx, { fairId, stage, codes, confirm }, shipmentId);
    const { match, answer } = effect;
    if (!confirm) return answer;
    if (!keepSold) refuseSold(answer.alreadySold);
    await claimFoundCartons(tx, actor, fairId, codes);
    await keepFoundCartons(tx, actor, { fairId, stage }, answer.unexpected);
    if (match.newlyScanned.length + match.newlyMissing.length === 0) return answer;
    await moveCartons(tx, actor, stage, match);
    await recordMovements(tx, contentMovements(fairId, effect), actor);
    await updateSoldContentRows(
      tx,
      effect.lost.filter(({ soldQty }) => soldQty > 0),
    );
    if (stage === 'delivery') await clearSoldContentRows(tx, toIds(match.newlyScanned));
    await recordActivity(tx, actor, {
      action: stage === 'delivery' ? 'fair.cartons_scanned_in' : 'fair.cartons_scanned_back',
      entity: 'fair',
      entityId: fairId,
      changes: changes(effect.before, match, stage),
    });
    return answer;
  });
}

/**
 * Scans one carton back, by its code, and returns its ID; undefined if the fair has no such carton.
 * One that was scanned back stays so. At a closed-out fair too, as its return comes days later.
 */
export async function scanCartonBack(
  tx: Tx,
  actor: Actor,
  fairId: string,
  code: string,
): Promise<string | undefined> {
  const before = await findCartons(tx, fairId);
  const known = before.find((each) => each.code.toLowerCase() === code.trim().toLowerCase());
  if (!known) return undefined;
  await holdForReturnCount(tx, fairId);
  await lockCartons(tx, fairId);
  const match = matchScan('return', await findCartons(tx, fairId), [known.code]);
  if (match.unexpected.length > 0)
    throw new Failure('INVALID_TRANSITION', missingAtDelivery(known.code));
  await claimFoundCartons(tx, actor, fairId, [known.code]);
  const newlyScanned = { ...match, newlyMissing: [] };
  if (match.newlyScanned.length === 0) return known.id;
  await moveCartons(tx, actor, 'return', newlyScanned);
  await recordActivity(tx, actor, {
    action: 'fair.cartons_scanned_back',
    entity: 'fair',
    entityId: fairId,
    changes: changes(before, newlyScanned, 'return'),
  });
  return known.id;
}

/** Effect of a scan on cartons and contents. With `confirm`, the fair's lines are locked. */
type ScanEffect = {
  before: Carton[];
  match: ScanMatch;
  /** Contents that leave the fair. */
  lost: LostContent[];
  /** Contents that come back. */
  restored: Awaited<ReturnType<typeof findMissingContents>>;
  lines: Awaited<ReturnType<typeof findLines>>;
  answer: CartonScanAnswer;
};

async function findEffect(
  tx: Tx,
  { fairId, stage, codes, confirm }: CartonScan & { confirm: boolean },
  shipmentId: string | undefined,
): Promise<ScanEffect> {
  const all = await findCartons(tx, fairId);
  const before = all.filter((carton) => !shipmentId || carton.shipmentId === shipmentId);
  const match = matchScan(stage, before, codes);
  const losing = stage === 'delivery' ? match.newlyMissing : [];
  const restored =
    confirm && stage === 'delivery' ? await findMissingContents(tx, toIds(match.newlyScanned)) : [];
  const titleIds = new Set(
    [...losing.flatMap(({ contents }) => contents), ...restored].map(({ titleId }) => titleId),
  );
  const lines = await findLines(tx, fairId, [...titleIds], { lock: confirm });
  const alreadySold = findAlreadySold(losing, lines);
  const answer = {
    ...match.answer,
    unexpected: await unexpectedCodes(tx, match.unexpected),
    alreadySold,
  };
  return { before, match, lost: divideContents(losing, lines), restored, lines, answer };
}

/** Refuses to lose contents that were already sold, naming every title. */
function refuseSold(alreadySold: CartonScanAnswer['alreadySold']): void {
  const [first, ...others] = alreadySold;
  if (!first) return;
  const more =
    others.length === 0
      ? ''
      : ` The same applies to ${others.map(({ title }) => `"${title}"`).join(', ')}.`;
  throw new Failure('STOCK_INSUFFICIENT', `${first.text}${more}`, {
    reasons: alreadySold.map(({ text, missingUnits }) => ({
      code: 'ALREADY_SOLD',
      text,
      count: missingUnits,
    })),
  });
}

async function moveCartons(
  tx: Tx,
  actor: Actor,
  stage: CartonScan['stage'],
  { newlyScanned, newlyMissing }: ScanMatch,
): Promise<void> {
  const changed = STATUS_CHANGES[stage];
  await moveCartonRows(tx, toIds(newlyScanned), changed.scanned, actor.name);
  await moveCartonRows(tx, toIds(newlyMissing), changed.missing, actor.name);
}

const toIds = (cartons: readonly Carton[]) => cartons.map(({ id }) => id);

/** Returns the movements of contents that leave the fair with their carton, or come back. */
function contentMovements(
  fairId: string,
  { lost, restored, lines }: Pick<ScanEffect, 'lost' | 'restored' | 'lines'>,
): Movement[] {
  const cause = { reason: 'missing', refType: 'carton' } as const;
  const leaving = lost.map(({ cartonId, titleId, qty }): Movement => ({
    ...cause,
    titleId,
    qty,
    refId: cartonId,
    from: { fairId },
    to: 'lost',
  }));
  const found = restored.map(({ cartonId, titleId, qty }): Movement => ({
    ...cause,
    titleId,
    qty,
    refId: cartonId,
    from: 'lost',
    to: { fairId },
  }));
  return [...leaving, ...found].filter(({ qty, titleId }) => qty > 0 && lines.has(titleId));
}

/**
 * Summarizes the carton changes for activity: cartons scanned, cartons missing, and units in the
 * missing ones.
 */
function changes(
  before: readonly Carton[],
  { newlyScanned, newlyMissing }: ScanMatch,
  stage: CartonScan['stage'],
) {
  const changed = STATUS_CHANGES[stage];
  const after = before.map((carton) => ({
    ...carton,
    status: newlyScanned.includes(carton)
      ? changed.scanned
      : newlyMissing.includes(carton)
        ? changed.missing
        : carton.status,
  }));
  const figures = (cartons: readonly Carton[]) => {
    const gone = cartons.filter(({ status }) => status === changed.missing);
    return {
      [stage === 'delivery' ? 'deliveredCartons' : 'returnedCartons']: cartons.filter(
        ({ scannedInAt, status }) =>
          stage === 'return'
            ? status === 'returned'
            : status === 'delivered' || scannedInAt !== null,
      ).length,
      missingCartons: gone.map(({ code }) => code),
      ...(stage === 'delivery' && {
        missingUnits: gone.reduce((sum, { units }) => sum + units, 0),
      }),
    };
  };
  return changedFields(figures(before), figures(after));
}

/** Describes each code that does not belong to this fair, with the fair that it belongs to. */
async function unexpectedCodes(
  tx: Tx,
  unexpected: ScanMatch['unexpected'],
): Promise<UnexpectedCode[]> {
  const fairs = await findCartonFairs(
    tx,
    unexpected.flatMap(({ code, carton }) => (carton ? [] : [code])),
  );
  return unexpected.map(({ code, carton }) => {
    const fair = carton ? undefined : fairs.get(code.toLowerCase());
    const named = {
      code,
      fairId: fair?.fairId ?? null,
      fairIdentifier: fair?.fairIdentifier ?? null,
      fairName: fair?.fairName ?? null,
    };
    if (carton)
      return {
        ...named,
        reason: 'missing_at_delivery',
        text: missingAtDelivery(code),
      };
    if (fair)
      return {
        ...named,
        reason: 'other_fair',
        text: `Carton ${code} belongs to fair ${fair.fairName} (${fair.fairIdentifier}).`,
      };
    return { ...named, reason: 'unknown', text: `No carton has the code ${code}.` };
  });
}

const missingAtDelivery = (code: string): string =>
  `Carton ${code} was reported missing at delivery. Scan it at delivery first, then return it.`;
