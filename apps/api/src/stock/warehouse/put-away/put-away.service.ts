import { readCode } from '@pos/contract/stock/article-numbers';
import type {
  FairReturn,
  FairReturnDetails,
  PutAwayAnswer,
  PutAwayBooking,
  PutAwayScan,
} from '@pos/contract/stock/warehouse/put-away';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { holdForReturnCount } from '#api/fairs/fairs/late-counts.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { catchFailure, Failure, invalid, missing } from '#api/http/failure.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { scanCartonBack } from '#api/stock/cartons/cartons.service.ts';
import {
  recordReturnCounts,
  type CountedTitle,
} from '#api/stock/inventory/return-counts.service.ts';
import { findScannedTitles } from '../receipts/receipts.queries.ts';
import {
  findFairOfCarton,
  findLastCarton,
  findNotOurs,
  findNotScanned,
  findPutAwayScan,
  findReturn,
  findReturnable,
  findReturnCartons,
  findReturnLines,
  findScannedUnits,
  insertPutAwayScanRow,
  keepPutAwayLineRows,
  lockPutAway,
  openPutAwayRow,
  setPutAwayStateRow,
  type PutAwayScanRow,
} from './put-away.queries.ts';

/** Returns the return of a fair with everything scanned. Refuses a fair that does not exist. */
export async function readReturn(db: Db, fairId: string): Promise<FairReturnDetails> {
  const head = await requireReturn(db, fairId);
  const notScanned = await findNotScanned(db, fairId);
  return {
    ...head,
    lines: await findReturnLines(db, fairId),
    notOurs: await findNotOurs(db, fairId),
    cartons: await findReturnCartons(db, fairId),
    notScannedTitles: notScanned.length,
    notScannedQty: notScanned.reduce((sum, { qty }) => sum + qty, 0),
  };
}

/**
 * Stores units that came back, or scans a carton back (domain 13.5). Several people scan one return
 * at once; a scan sent twice counts once. No stock moves before the return is booked.
 */
export function scanReturn(
  db: Db,
  actor: Actor,
  fairId: string,
  scan: PutAwayScan,
): Promise<PutAwayAnswer> {
  return inTransaction(db, async (tx) => {
    const { isClosedOut } = await requireReturn(tx, fairId);
    await openPutAwayRow(tx, fairId, actor.name);
    const { quantity = 1 } = scan;
    // Whoever takes units off waits for the scans of others, which the sum includes.
    const lock = requireOpen(tx, fairId, quantity < 0 ? 'update' : 'share');
    const refusal = await catchFailure(lock);
    const stored = await findPutAwayScan(tx, scan.scanId);
    if (stored) return answerStored(tx, fairId, stored);
    if (refusal) throw refusal;
    const found = await findScanned(tx, actor, fairId, scan);
    if ('outcome' in found) return found;
    const row = await toRow(tx, { actor, fairId, isClosedOut, scan, ...found });
    if ('outcome' in row) return row;
    if (quantity < 0 && (await findScannedUnits(tx, row)) + quantity < 0)
      throw invalid({ quantity: 'Fewer units than that were scanned.' });
    await insertPutAwayScanRow(tx, row);
    return answerStored(tx, fairId, row);
  });
}

/**
 * Makes what was scanned the return count of the fair: the same count that the close-out books, and
 * that a closed-out fair books at once (domain 4.4). Titles that the close-out has counted keep
 * their count.
 */
export function bookReturn(
  db: Db,
  actor: Actor,
  fairId: string,
  { restIsZero = false }: PutAwayBooking,
): Promise<FairReturnDetails> {
  return inTransaction(db, async (tx) => {
    await requireReturn(tx, fairId);
    const isClosedOut = (await holdForReturnCount(tx, fairId)) !== null;
    await openPutAwayRow(tx, fairId, actor.name);
    await requireOpen(tx, fairId, 'update');
    const lines = (await findReturnLines(tx, fairId)).filter(
      ({ goodQty, damagedQty, countedQty }) =>
        goodQty + damagedQty > 0 && (!isClosedOut || countedQty === null),
    );
    const counts = lines.map(({ titleId, goodQty, damagedQty }): CountedTitle => ({
      titleId,
      countedQty: goodQty + damagedQty,
      damagedQty,
    }));
    const rest = restIsZero ? await findNotScanned(tx, fairId) : [];
    const all = [
      ...counts,
      ...rest.map(({ titleId }) => ({ titleId, countedQty: 0, damagedQty: 0 })),
    ];
    await keepPutAwayLineRows(
      tx,
      fairId,
      all.map(({ titleId }) => titleId),
    );
    await recordReturnCounts(tx, actor, fairId, all);
    await setPutAwayStateRow(tx, fairId, 'booked', actor.name);
    const after = await readReturn(tx, fairId);
    await recordActivity(tx, actor, {
      action: 'fair.return_put_away',
      entity: 'fair',
      entityId: fairId,
      changes: Object.fromEntries(
        [
          ['good', after.goodQty],
          ['damaged', after.damagedQty],
          ['countedAsZero', rest.length],
          [
            'notOurs',
            after.notOurs.map(
              ({ qty, title, note, code }) => `${qty} × ${title ?? (note || code)}`,
            ),
          ],
        ].map(([name, to]) => [name, { from: null, to }]),
      ),
    });
    return after;
  });
}

/**
 * Opens a booked return again, for a carton that turned up. Its counts stay until it is booked
 * again.
 */
export function reopenReturn(db: Db, actor: Actor, fairId: string): Promise<FairReturnDetails> {
  return inTransaction(db, async (tx) => {
    await requireReturn(tx, fairId);
    const locked = await lockPutAway(tx, fairId, 'update');
    if (locked?.state !== 'booked')
      throw new Failure('INVALID_TRANSITION', 'This return is not put away yet.');
    await setPutAwayStateRow(tx, fairId, 'open', actor.name);
    await recordActivity(tx, actor, {
      action: 'fair.return_reopened',
      entity: 'fair',
      entityId: fairId,
    });
    return readReturn(tx, fairId);
  });
}

async function requireReturn(db: Db, fairId: string): Promise<FairReturn> {
  const found = await findReturn(db, fairId);
  if (!found) throw missing('fair');
  return found;
}

async function requireOpen(tx: Tx, fairId: string, strength: 'share' | 'update'): Promise<void> {
  const locked = await lockPutAway(tx, fairId, strength);
  if (locked?.state !== 'booked') return;
  const { bookedBy, bookedAt } = locked;
  throw new Failure('INVALID_TRANSITION', `This return is put away already, by ${bookedBy}.`, {
    ...(bookedBy && bookedAt && { changedBy: bookedBy, changedAt: bookedAt }),
  });
}

/** Meaning of a scan: a title, or a code that is not ours. */
type Scanned = { titleId: string | null; code: string };

/** Finds the carton or title of a scan, or the answer if nothing is counted. */
async function findScanned(
  tx: Tx,
  actor: Actor,
  fairId: string,
  { code = '', titleId, kind }: PutAwayScan,
): Promise<Scanned | PutAwayAnswer> {
  if (titleId !== undefined) return { titleId, code: '' };
  const cartonId = await scanCartonBack(tx, actor, fairId, code);
  if (cartonId !== undefined) {
    const carton = (await findReturnCartons(tx, fairId)).find(({ id }) => id === cartonId)!;
    return { outcome: 'carton', carton };
  }
  const titles = await findScannedTitles(tx, readCode(code));
  const [only, second] = titles;
  if (second) return { outcome: 'choose', titles };
  if (only) return { titleId: only.titleId, code: '' };
  const fairName = await findFairOfCarton(tx, actor.id, code);
  if (fairName !== undefined) return { outcome: 'other_fair', code, fairName };
  return kind === 'not_ours' ? { titleId: null, code } : { outcome: 'unknown', code, title: null };
}

/** Builds the row of a scan. Refuses a title that the close-out has counted. */
async function toRow(
  tx: Tx,
  {
    actor,
    fairId,
    isClosedOut,
    scan: { scanId, kind, quantity = 1, note = '', cartonId: namedId, code: scannedCode = '' },
    titleId,
    code,
  }: Scanned & { actor: Actor; fairId: string; isClosedOut: boolean; scan: PutAwayScan },
): Promise<PutAwayScanRow | Extract<PutAwayAnswer, { outcome: 'unknown' }>> {
  const taken = { fairId, titleId, kind, code, qty: quantity };
  const cartonId = namedId ?? (quantity < 0 ? await findLastCarton(tx, taken) : null);
  if (cartonId !== null && !(await findReturnCartons(tx, fairId)).some(({ id }) => id === cartonId))
    throw invalid({ cartonId: 'Choose a carton of this fair.' });
  if (titleId !== null) {
    const title = await findReturnable(tx, fairId, titleId);
    if (!title) throw invalid({ titleId: 'Choose a title that exists.' });
    if (kind !== 'not_ours') {
      if (title.lineId === null)
        return { outcome: 'unknown', code: scannedCode, title: title.title };
      if (isClosedOut && title.countedReturnQty !== null)
        throw new Failure(
          'FAIR_FINISHED',
          `The close-out has counted "${title.title}". Revert it to change the count.`,
        );
    }
  }
  return { id: scanId, ...taken, cartonId, note, scannedBy: actor.name };
}

/** Answers a stored scan by the current state of its title or code. */
async function answerStored(
  tx: Tx,
  fairId: string,
  stored: Pick<PutAwayScanRow, 'fairId' | 'titleId' | 'kind' | 'code'>,
): Promise<PutAwayAnswer> {
  if (stored.fairId !== fairId) throw invalid({ scanId: 'This scan is of another return.' });
  const { titleId, code, kind } = stored;
  if (kind !== 'not_ours' && titleId !== null) {
    const [line] = await findReturnLines(tx, fairId, titleId);
    if (!line) throw missing('title');
    return { outcome: 'counted', line };
  }
  const notOurs = (await findNotOurs(tx, fairId)).find(
    (each) => each.titleId === titleId && each.code === code,
  );
  return {
    outcome: 'not_ours',
    notOurs: notOurs ?? { code, titleId, title: null, note: '', qty: 0 },
  };
}
