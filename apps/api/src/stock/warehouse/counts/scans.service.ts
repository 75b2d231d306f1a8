import { MAX_UNITS } from '@pos/contract/limits';
import type {
  CountedScan,
  CountScanAnswer,
  CountTitle,
  NewCountScan,
} from '@pos/contract/stock/warehouse/count-scans';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { catchFailure, Failure, invalid, missing } from '#api/http/failure.ts';
import { findByCode, findTitle, shareCount, type CountHead } from './counts.queries.ts';
import {
  findLine,
  findScan,
  insertScanRow,
  isOverruled,
  lockOnRecord,
  recountLineRow,
  saveLineRow,
  undoScanRow,
  type LineRow,
} from './scans.queries.ts';

/**
 * Counts units of a title (domain 13.3), with what is on record at this moment: the lock of the
 * title orders its scans among themselves and with its movements. A scan sent again counts once.
 */
export function scanTitle(
  db: Db,
  actor: Actor,
  countId: string,
  scan: NewCountScan,
): Promise<CountScanAnswer> {
  return inTransaction(db, async (tx) => {
    const lock = requireOpenCount(tx, countId);
    const refusal = await catchFailure(lock);
    if (refusal) return answerCounted(tx, countId, scan.scanId, refusal);
    const count = await lock;
    const titles = await findScanned(tx, scan);
    const [title] = titles;
    if (titles.length > 1)
      return answer('choose', {
        choices: titles,
        text: `${titles.length} titles have the code ${scan.code}. Choose one.`,
      });
    if (!title) return answer('unknown', { text: `No title has the code ${scan.code}.` });
    return countTitle(tx, actor, { count, title, scan });
  });
}

/** Answers a scan of a count that is not open: if it was counted before, as then; else with `refusal`. */
async function answerCounted(
  tx: Tx,
  countId: string,
  scanId: string,
  refusal: Failure,
): Promise<CountScanAnswer> {
  const sent = await findScan(tx, scanId);
  if (sent?.documentId !== countId) throw refusal;
  const { titleId, qty } = sent;
  const title = (await findTitle(tx, titleId))!;
  const line = await findLine(tx, countId, titleId);
  return counted({ scanId, qty, title, countedQty: line?.countedQty ?? 0 });
}

type Scanned = { count: CountHead; title: CountTitle; scan: NewCountScan };

async function countTitle(
  tx: Tx,
  actor: Actor,
  { count, title, scan }: Scanned,
): Promise<CountScanAnswer> {
  const of = { documentId: count.id, titleId: title.titleId };
  const { scanId } = scan;
  const onRecordQty = await lockOnRecord(tx, title.titleId);
  const line = await findLine(tx, count.id, title.titleId);
  const before = line?.countedQty ?? null;
  const sent = await findScan(tx, scanId);
  if (sent) {
    if (sent.documentId !== count.id || sent.titleId !== title.titleId) throw sentBefore();
    return counted({ scanId, qty: sent.qty, title, countedQty: before ?? 0 });
  }
  const outside = whyOutside(count, title, line);
  if (outside !== undefined) return answer('outside', { text: outside });
  const { qty, countedQty } = addUp(scan, before ?? 0);
  const kind = scan.total === undefined ? 'units' : 'total';
  const isWhole = before === null || kind === 'total';
  const at = { ...of, round: count.round, onRecordQty };
  if (!(await insertScanRow(tx, actor, { ...at, id: scanId, kind, qty }))) throw sentBefore();
  const firstRecordQty = isWhole ? onRecordQty : line!.firstRecordQty!;
  await saveLineRow(tx, { ...at, id: uuidv7(), countedQty, firstRecordQty }, actor);
  return counted({ scanId, qty, title, countedQty });
}

/** Takes a scan back. A total that was typed after it already says how many there are. */
export function undoScan(
  db: Db,
  actor: Actor,
  countId: string,
  scanId: string,
): Promise<CountedScan> {
  return inTransaction(db, async (tx) => {
    const { scope, round } = await requireOpenCount(tx, countId);
    const found = await findScan(tx, scanId);
    if (found?.documentId !== countId) throw missing('scan');
    const { titleId, qty } = found;
    await lockOnRecord(tx, titleId);
    const scan = (await findScan(tx, scanId))!;
    const title = (await findTitle(tx, titleId))!;
    if (scan.undoneAt === null) {
      if (scan.round !== round || (await isOverruled(tx, scan)))
        throw new Failure(
          'INVALID_TRANSITION',
          `${title.title} was counted anew since. Type its total instead.`,
        );
      await undoScanRow(tx, scanId, actor);
      return { scanId, qty, title, countedQty: await recountLineRow(tx, scan, scope) };
    }
    const line = await findLine(tx, countId, titleId);
    return { scanId, qty, title, countedQty: line?.countedQty ?? 0 };
  });
}

const sentBefore = () => invalid({ scanId: 'Another scan was sent under this ID.' });

function answer(
  result: CountScanAnswer['result'],
  more: Partial<CountScanAnswer>,
): CountScanAnswer {
  return { result, scan: null, choices: [], text: '', ...more };
}

const counted = (scan: CountedScan) => answer('counted', { scan });

async function findScanned(tx: Tx, { titleId, code }: NewCountScan): Promise<CountTitle[]> {
  if (titleId === undefined)
    return (await findByCode(tx, [code!])).map(({ code: _, ...title }) => title);
  const title = await findTitle(tx, titleId);
  if (!title) throw missing('title');
  return [title];
}

/** Reads a count that is being counted, and keeps it open until the transaction ends. */
async function requireOpenCount(tx: Tx, id: string): Promise<CountHead> {
  const count = await shareCount(tx, id);
  if (!count) throw missing('count');
  if (count.state !== 'open')
    throw new Failure(
      'INVALID_TRANSITION',
      count.state === 'counted'
        ? 'Counting is finished. Count on to scan more.'
        : `This count is ${count.state}.`,
    );
  return count;
}

/** Says why a title is not counted here; undefined if it is. */
function whyOutside(
  { scope, categories, round }: CountHead,
  { title, category }: CountTitle,
  line: LineRow | undefined,
): string | undefined {
  if (line && line.round < round && (line.countedQty !== null || line.earlierQty !== null))
    return `${title} is counted. Only the titles to count again are counted now.`;
  if (scope === 'category' && !categories.includes(category))
    return `${title} is in the category ${category}, which is not counted here.`;
  if (scope === 'titles' && !line) return `${title} is not on the list of this count.`;
  return undefined;
}

function addUp(
  { qty = 1, total }: NewCountScan,
  before: number,
): { qty: number; countedQty: number } {
  const countedQty = total ?? before + qty;
  if (countedQty > MAX_UNITS)
    throw invalid({ qty: 'A title has at most 9,999,999 units in one count.' });
  return { qty: countedQty - before, countedQty };
}
